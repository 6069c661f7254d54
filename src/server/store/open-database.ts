import type { Database } from './database.ts'
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
