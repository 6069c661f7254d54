import type { Database, Queryable } from './database.ts'
import { countMissing, migrate } from './migrate.ts'
import { openPglite } from './pglite/open-pglite.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import { ensurePrivateFolder } from './private-folder.ts'

export interface DatabaseSettings {
  /** A PostgreSQL server; absent: the data is in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /** The folder that holds the data of the built-in engine; created when missing. */
  readonly dataDir: string
  /** The greatest number of connections to the server; the built-in engine has one. */
  readonly poolSize?: number | undefined
}

/** Opens the database for the whole run of this process. @throws Error with a sentence for the person who starts it */
export async function openDatabase({ databaseUrl, dataDir, poolSize = 10 }: DatabaseSettings): Promise<Database> {
  if (databaseUrl) return openPostgres({ databaseUrl, poolSize })
  ensurePrivateFolder(dataDir)
  return openPglite({ dataDir })
}

/**
 * Opens the database for a command-line tool. The built-in database, which no server has open then, is migrated; a database server may be
 * in use, and only the server's own start migrates it. @throws Error with a sentence if the database is not up to date
 */
export const openForTool = (settings: DatabaseSettings): Promise<Database> =>
  open(settings, async (database) => {
    if (database.engine === 'pglite') await migrate(database)
    await demandNewest(database, 'since the database may be live')
  })

/** The same for a command that only reads, for either kind of database. @throws Error with a sentence if the database is not up to date */
export const openToLook = (settings: DatabaseSettings): Promise<Database> =>
  open(settings, (database) => demandNewest(database, 'since it changes nothing'))

async function demandNewest(database: Database, why: string): Promise<void> {
  const missing = await countMissing(database)
  if (missing > 0)
    throw new Error(
      `The database lacks ${missing} migrations of this version. A server that starts applies them; this command does not, ${why}.`,
    )
}

async function open(settings: DatabaseSettings, prepare: (database: Database) => Promise<void>): Promise<Database> {
  const database = await openDatabase(settings)
  try {
    await prepare(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The id that distinguishes this database and its copies from all others. */
export async function readInstallationId(database: Queryable): Promise<string> {
  const [row] = await database.query<{ id: string }>('select id from installation')
  if (!row) throw new Error('the database has no installation id')
  return row.id
}
