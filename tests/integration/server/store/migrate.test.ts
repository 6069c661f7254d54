import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import {
  countMissing,
  LAST_RELEASE,
  type Migration,
  migrate,
  readMigrations,
  STOPS_LAST_RELEASE,
} from '#server/store/migrate.ts'
import { openDatabase } from '#server/store/open-database.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'kimia-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ONE: Migration = {
  name: '9001-things',
  sql: `CREATE TABLE thing (id int); -- two statements; and a text with a ';'
        INSERT INTO thing VALUES (1);`,
  checksum: 'one',
}
const TWO: Migration = { name: '9002-colours', sql: 'ALTER TABLE thing ADD colour text', checksum: 'two' }
const TWO_ALONE: Migration = { ...TWO, sql: 'SELECT 1' }
const BROKEN: Migration = { name: '9003-broken', sql: 'CREATE TABLE half (id int); SELECT 1/0', checksum: 'three' }
const ANOTHER =
  'the database has the migration 9001-things, which this version neither has nor can run beside: start the version that made this database'

eachDatabase('migrate', (open, place) => {
  /** Adds a test's migrations after the product's own, whatever those are. */
  const after = async (database: Database, ...added: Migration[]): Promise<Migration[]> => {
    const names = await database.query<{ name: string }>(
      `SELECT name FROM schema_migrations WHERE name < '9000' ORDER BY name`,
    )
    const own = await readMigrations('src/server/store/migrations')
    expect(own.map(({ name }) => name)).toEqual(names.map(({ name }) => name))
    return [...own, ...added]
  }

  test('new migrations are applied in order and once', async () => {
    const database = await open()
    expect(await migrate(database, await after(database, ONE))).toEqual(['9001-things'])
    expect(await migrate(database, await after(database, ONE, TWO))).toEqual(['9002-colours'])
    expect(await migrate(database, await after(database, ONE, TWO))).toEqual([])
    expect(await database.query('SELECT * FROM thing')).toEqual([{ id: 1, colour: null }])
  })

  test('an applied migration whose text changed, or which is gone, is refused', async () => {
    const database = await open()
    await migrate(database, await after(database, ONE))
    const changed = migrate(database, await after(database, { ...ONE, checksum: 'other' }, TWO))
    await expect(changed).rejects.toThrow('the migration 9001-things was changed after it was applied')
    const gone = migrate(database, await after(database, TWO))
    await expect(gone).rejects.toThrow(ANOTHER)
  })

  test('the next release is accepted beside this one, and refused by whatever is older', async () => {
    const database = await open()
    await migrate(database, await after(database, ONE, TWO))
    expect(await countMissing(database)).toBe(0)
    expect(await migrate(database)).toEqual([])
    const own = await after(database)
    const older = own.slice(
      0,
      own.findIndex(({ name }) => name === LAST_RELEASE.migration),
    )
    await expect(migrate(database, older)).rejects.toThrow('start the version that made this database')
  })

  test('the release after the next, and a migration that stops the last release, are refused', async () => {
    const database = await open()
    await migrate(database, await after(database, { ...ONE, sql: `${STOPS_LAST_RELEASE}a reason.\n${ONE.sql}` }))
    await expect(migrate(database)).rejects.toThrow(ANOTHER)
    await expect(countMissing(database)).rejects.toThrow(ANOTHER)
    await database.query("UPDATE schema_migrations SET beside = '9000-of-the-next' WHERE name = '9001-things'")
    await expect(migrate(database)).rejects.toThrow(ANOTHER)
    await expect(countMissing(database)).rejects.toThrow(ANOTHER)
  })

  test('a database of before releases ran beside each other is read, and its unknown migrations are refused', async () => {
    const database = await open()
    await migrate(database, await after(database, ONE))
    await database.query('ALTER TABLE schema_migrations DROP beside')
    await expect(countMissing(database)).rejects.toThrow(ANOTHER)
    await expect(migrate(database)).rejects.toThrow(ANOTHER)
    expect(await migrate(database, await after(database, ONE, TWO))).toEqual(['9002-colours'])
    const beside = await database.query("SELECT name, beside FROM schema_migrations WHERE name > '9' ORDER BY name")
    expect(beside).toEqual([
      { name: '9001-things', beside: null },
      { name: '9002-colours', beside: LAST_RELEASE.migration },
    ])
  })

  test('a new migration with a number below those that the database has is refused, with how to mend it', async () => {
    const database = await open()
    await migrate(database, await after(database, TWO_ALONE))
    await expect(migrate(database, await after(database, ONE, TWO_ALONE))).rejects.toThrow(
      'the migration 9001-things is new, but its number is below 9002-colours, which the database has: give it a number above the newest',
    )
    expect(await database.query(`SELECT to_regclass('thing') AS thing`)).toEqual([{ thing: null }])
  })

  test('a migration that fails leaves nothing, and earlier ones stay', async () => {
    const database = await open()
    const all = await after(database, ONE, BROKEN)
    await expect(migrate(database, all)).rejects.toMatchObject({ code: '22012' })
    expect(await database.query(`SELECT to_regclass('half') AS half, to_regclass('thing')::text AS thing`)).toEqual([
      { half: null, thing: 'thing' },
    ])
  })

  test('two that migrate at once apply each migration once', async () => {
    const settings = await place()
    const first = await openDatabase(settings)
    const second = settings.databaseUrl ? await openDatabase(settings) : first
    const all = await after(first, ONE, TWO)
    const applied = await Promise.all([migrate(first, all), migrate(second, all)])
    expect(applied.flat().sort()).toEqual(['9001-things', '9002-colours'])
    await first.close()
    await second.close()
  })
})

test('migrations are read in the order of their numbers, and a name of another form is refused', async () => {
  writeFileSync(join(folder, '0002-second.sql'), 'SELECT 2')
  writeFileSync(join(folder, '0001-first.sql'), 'SELECT 1')
  expect((await readMigrations(folder)).map(({ name }) => name)).toEqual(['0001-first', '0002-second'])
  writeFileSync(join(folder, '3-third.sql'), 'SELECT 3')
  await expect(readMigrations(folder)).rejects.toThrow('3-third.sql')
})
