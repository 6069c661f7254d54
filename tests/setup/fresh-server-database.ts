import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '#server/store/migrate.ts'
import { openDatabase } from '#server/store/open-database.ts'
import type { FreshDatabase } from './fresh-folder.ts'
import { schemaKey } from './schema-key.ts'

/** The lock that lets one process at a time, of all test processes, make a template. */
const LOCK = 5_207_311

/** The templates found on each server: looked up once, since a lookup takes the lock and reads all migrations. */
const templates = new Map<string, string>()

/** A new database on the server, migrated: a copy of a template that is made once per set of migrations. */
export async function freshServerDatabase(serverUrl: string): Promise<FreshDatabase> {
  const name = `kimia_test_${randomBytes(8).toString('hex')}`
  const from = templates.get(serverUrl) ?? (await onServer(serverUrl, (client) => template(serverUrl, client)))
  templates.set(serverUrl, from)
  // By default each page goes through the log: 55 to 90 ms of processor for a database, and 32 by files.
  await onServer(serverUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`))
  return {
    settings: { databaseUrl: urlOf(serverUrl, name), dataDir: '' },
    remove: async () => {
      await onServer(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    },
  }
}

async function template(serverUrl: string, client: Client): Promise<string> {
  const name = `kimia_template_${await schemaKey()}`
  await client.query('SELECT pg_advisory_lock($1)', [LOCK])
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [name])
    if (rowCount) return name
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${name}`)
    const database = await openDatabase({ databaseUrl: urlOf(serverUrl, name), dataDir: '' })
    await migrate(database)
    await database.close()
    await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`)
    return name
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
  }
}

async function onServer<Result>(serverUrl: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
