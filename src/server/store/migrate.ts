import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database, Queryable, Transaction } from './database.ts'

/**
 * The release before this version. A new version replaces it process by process, so each of its processes may run beside those of this
 * version, on the database that this version has migrated; whatever is older refuses that database. With a release both lines change to
 * what was released.
 */
export const LAST_RELEASE = {
  /** Its commit, whose processes a test starts beside those of this version. */
  commit: '6e58511eaf8a8706e469062c52b76b017a7872ff',
  /** Its newest migration. */
  migration: '0031-price-quotes',
}

export interface Migration {
  /** The file's name without ".sql": a number of four digits and a description. */
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url))
const NAME = /^\d{4}-[a-z0-9-]+\.sql$/

/** Any number that no other program uses for an advisory lock in this database. */
const LOCK = 7_140_261_946

const JOURNAL = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  -- Versions that know the migration of this name may run beside this one without knowing it; absent: none may.
  beside text
)`

/** A table that an earlier version made lacks the column. It is looked for first, since adding it locks out all readers. */
const FIND_BESIDE = `SELECT 1 FROM pg_attribute WHERE attrelid = 'schema_migrations'::regclass AND attname = 'beside'`
const ADD_BESIDE = 'ALTER TABLE schema_migrations ADD COLUMN beside text'

/** The applied migrations, read so that a table without the column is read, too. */
const APPLIED = `SELECT name, checksum, to_jsonb(schema_migrations) ->> 'beside' AS beside
  FROM schema_migrations ORDER BY name COLLATE "C"`

interface Applied {
  readonly name: string
  readonly checksum: string
  readonly beside: string | null
}

/** The first words of a migration beside which the last release cannot run, with the reason after them. */
export const STOPS_LAST_RELEASE = '-- Stops the last release: '

/**
 * Updates the database to the newest schema: applies the missing migrations in the order of their numbers, each in its own transaction. Two
 * processes may do so concurrently; the second waits and finds nothing to do. Umzug is not used: the table, the checksum, the lock and the
 * transaction would still be our code, and it would replace only the folder listing and the loop, for 37 packages. @returns the names of
 * those applied now @throws Error if an applied migration's text has changed, or a new one is older than an applied one, or this version neither
 * knows one nor may run beside it
 */
export async function migrate(database: Database, migrations?: readonly Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations(FOLDER))
  const applied: string[] = []
  for (let finished = false; !finished; ) {
    finished = await database.transaction(async (tx) => {
      const next = await findNext(tx, wanted)
      if (!next) return true
      await tx.script(next.sql)
      const beside = next.sql.startsWith(STOPS_LAST_RELEASE) ? null : LAST_RELEASE.migration
      await tx.query('INSERT INTO schema_migrations (name, checksum, beside) VALUES ($1, $2, $3)', [
        ...[next.name, next.checksum, beside],
      ])
      applied.push(next.name)
      return false
    })
  }
  return applied
}

/** How many migrations the database lacks. Changes nothing. @throws Error if it has one that this version neither knows nor may run beside */
export async function countMissing(database: Queryable): Promise<number> {
  const wanted = await readMigrations(FOLDER)
  const [journal] = await database.query(`SELECT 1 FROM pg_tables WHERE tablename = 'schema_migrations'`)
  if (!journal) return wanted.length
  const done = await database.query<Applied>(APPLIED)
  const names = new Set(done.map(({ name }) => name))
  const known = new Set(wanted.map(({ name }) => name))
  for (const { name, beside } of done)
    if (!known.has(name) && !known.has(beside ?? '')) throw new Error(unknownMigration(name))
  return wanted.filter(({ name }) => !names.has(name)).length
}

const LOOK_MS = 500

/** Waits until another process, whose role may change the tables, has brought the database up to date. @throws Error as `countMissing` */
export async function untilMigrated(database: Queryable): Promise<void> {
  while ((await countMissing(database)) > 0) await sleep(LOOK_MS)
}

/** Reads the migrations of a folder in the order of their numbers. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const odd = files.find((file) => !NAME.test(file))
  if (odd) throw new Error(`the migration ${odd} is not named like 0001-what-it-does.sql`)
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(`${folder}/${file}`, 'utf8')
      return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Under a lock that lasts as long as the transaction: checks the applied migrations, and returns the first missing one. */
async function findNext(tx: Transaction, wanted: readonly Migration[]): Promise<Migration | undefined> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
  await tx.script(JOURNAL)
  const [besideColumn] = await tx.query(FIND_BESIDE)
  if (!besideColumn) await tx.script(ADD_BESIDE)
  const done = await tx.query<Applied>(APPLIED)
  const known = new Set(wanted.map(({ name }) => name))
  for (const [index, { name, checksum, beside }] of done.entries()) {
    const migration = wanted[index]
    // The next release's migrations come after all of this version's.
    if (!migration && known.has(beside ?? '')) continue
    if (migration?.name !== name) throw new Error(faultOf({ applied: name, next: migration?.name, wanted }))
    if (migration.checksum !== checksum) throw new Error(`the migration ${name} was changed after it was applied`)
  }
  return wanted[done.length]
}

/** Why the migrations do not fit those of the database: the engineer who adds one reads how to mend it. */
function faultOf({
  applied,
  next,
  wanted,
}: {
  applied: string
  next: string | undefined
  wanted: readonly Migration[]
}): string {
  return next === undefined || wanted.every(({ name }) => name !== applied)
    ? unknownMigration(applied)
    : `the migration ${next} is new, but its number is below ${applied}, which the database has: give it a number above the newest`
}

const unknownMigration = (name: string) =>
  `the database has the migration ${name}, which this version neither has nor can run beside: start the version that made this database, or use another one`
