import { afterAll, describe } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { type Disk, type FreshDatabase, freshFolder } from './fresh-folder.ts'
import { freshServerDatabase } from './fresh-server-database.ts'

/** A new, migrated database that is not open yet: for tests that close it and open it again. */
export type Place = () => Promise<DatabaseSettings>

/** A new, migrated, open database. */
export type Open = () => Promise<Database>

/** Gets databases, which are closed and removed after the suite. */
type Suite = (open: Open, place: Place) => void

/** Runs a suite on the PostgreSQL server that TEST_DATABASE_URL names, else on PGlite: for code that behaves alike on both engines. */
export function onDatabase(name: string, suite: Suite): void {
  const url = process.env.TEST_DATABASE_URL
  describe(name, () => prepare(suite, url ? () => freshServerDatabase(url) : freshFolder))
}

/**
 * Runs a suite once for each engine: on PGlite always, on a PostgreSQL server if TEST_DATABASE_URL names one. It is for code that
 * depends on the engine: SQL of the ledger, transactions, failures, kills. `tests/architecture/engine-rule.ts` lists the places.
 */
export function eachDatabase(name: string, suite: Suite): void {
  onEach(name, suite, 'memory')
}

/** The same, on a real disk: for processes that are killed while they write. */
export function eachDatabaseOnDisk(name: string, suite: Suite): void {
  onEach(name, suite, 'real')
}

function onEach(name: string, suite: Suite, disk: Disk): void {
  describe(`${name} (PGlite)`, () => prepare(suite, () => freshFolder(disk)))
  const url = process.env.TEST_DATABASE_URL
  if (url) describe(`${name} (PostgreSQL)`, () => prepare(suite, () => freshServerDatabase(url)))
  else describe.skip(`${name} (PostgreSQL: TEST_DATABASE_URL names no server)`, () => prepare(suite, freshFolder))
}

function prepare(suite: Suite, make: () => Promise<FreshDatabase>): void {
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
