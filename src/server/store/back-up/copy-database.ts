import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type DatabaseSettings, openDatabase } from '../open-database.ts'
import { lockFolder } from '../private-folder.ts'

const run = promisify(execFile)

const DUMP = 'database.dump'
const FOLDER = 'database'
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024

/**
 * Copies the whole database as of one moment: a PostgreSQL server with `pg_dump` while it serves, the built-in database by its folder while
 * no server has it open. @throws Error with a sentence for the person at the command line
 */
export async function copyDatabase({ databaseUrl, dataDir }: DatabaseSettings, folder: string): Promise<void> {
  if (databaseUrl) {
    await postgresProgram('pg_dump', databaseUrl, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      // They hold counts of the last minutes, and a standby cannot read them.
      '--no-unlogged-table-data',
      '--file',
      join(folder, DUMP),
    ])
    return
  }
  const unlock = lockFolder(dataDir)
  try {
    await cp(join(dataDir, FOLDER), join(folder, FOLDER), { recursive: true, errorOnExist: true, force: false })
  } finally {
    unlock()
  }
}

/** Restores a copy into a database that is empty or does not exist. @throws Error with a sentence */
export async function restoreDatabase({ databaseUrl, dataDir }: DatabaseSettings, folder: string): Promise<void> {
  if (databaseUrl) {
    const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
    await postgresProgram('pg_restore', databaseUrl, [...options, '--dbname', nameOf(databaseUrl), join(folder, DUMP)])
    return
  }
  const unlock = lockFolder(dataDir)
  try {
    await cp(join(folder, FOLDER), join(dataDir, FOLDER), { recursive: true, errorOnExist: true, force: false })
  } finally {
    unlock()
  }
}

/** Refuses a database server that holds something. @throws Error with a sentence */
export async function demandEmpty(settings: DatabaseSettings): Promise<void> {
  if (!settings.databaseUrl) return
  const database = await openDatabase(settings)
  try {
    const [table] = await database.query<{ tablename: string }>(
      `select tablename from pg_tables where schemaname = 'public' limit 1`,
    )
    if (table) throw new Error(`The database is not empty: it has the table ${table.tablename}. Make a new one.`)
  } finally {
    await database.close()
  }
}

const nameOf = (databaseUrl: string) => decodeURIComponent(new URL(databaseUrl).pathname.slice(1))

/** The password is passed in the environment: every user of the machine can see arguments. */
async function postgresProgram(program: string, databaseUrl: string, args: readonly string[]): Promise<void> {
  const { hostname, port, username, password, searchParams } = new URL(databaseUrl)
  const of = (name: string, value: string | null | undefined) => (value ? { [name]: decodeURIComponent(value) } : {})
  const env = {
    ...process.env,
    PGDATABASE: nameOf(databaseUrl),
    ...of('PGHOST', searchParams.get('host') ?? hostname),
    ...of('PGPORT', port),
    ...of('PGUSER', username),
    ...of('PGPASSWORD', password),
    ...of('PGSSLMODE', searchParams.get('sslmode')),
    ...of('PGSSLROOTCERT', searchParams.get('sslrootcert')),
  }
  await run(program, args, { env, maxBuffer: OUTPUT_BYTES_MAX }).catch(
    (error: NodeJS.ErrnoException & { stderr?: string }) => {
      if (error.code === 'ENOENT')
        throw new Error(
          `${program} is not installed: it comes with PostgreSQL's client programs, of the server's version.`,
        )
      throw new Error(`${program} failed: ${error.stderr?.trim() || error.message}`)
    },
  )
}
