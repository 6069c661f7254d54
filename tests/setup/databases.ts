import { afterAll, describe } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { type FreshDatabase, freshFolder } from './fresh-folder.ts'
import { freshServerDatabase } from './fresh-server-database.ts'

/** A fresh, migrated database that nobody has opened yet: for tests that close it and open it again. */
export type Place = () => Promise<DatabaseSettings>

/** A fresh, migrated, open database. */
export type Open = () => Promise<Database>

/**
 * Runs a suite once for each engine: on PGlite always, on a PostgreSQL server where TEST_DATABASE_URL names one.
 * What `open` and `place` give is closed and removed after the suite.
 */
export function eachDatabase(name: string, suite: (open: Open, place: Place) => void): void {
  describe(`${name} (PGlite)`, () => prepare(suite, freshFolder))
  const url = process.env.TEST_DATABASE_URL
  if (url) describe(`${name} (PostgreSQL)`, () => prepare(suite, () => freshServerDatabase(url)))
  else describe.skip(`${name} (PostgreSQL: TEST_DATABASE_URL names no server)`, () => prepare(suite, freshFolder))
}

function prepare(suite: (open: Open, place: Place) => void, make: () => Promise<FreshDatabase>): void {
  const opened: Database[] = []
  const made: FreshDatabase[] = []
  const place: Place = async () => {
    const fresh = await make()
    made.push(fresh)
    return fresh.settings
  }
  const open: Open = async () => {
    const database = await openDatabase(await place())
    opened.push(database)
    return database
  }
  suite(open, place)
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
    await Promise.all(made.map(({ remove }) => remove()))
  })
}
