import type { Database } from './database.ts'
import { countMissing, migrate } from './migrate.ts'
import { type DatabaseSettings, openDatabase } from './open-database.ts'

/**
 * Opens the database for a command of the command line. The built-in one, which no server has open at the same time, is brought up to date; one on a
 * database server may be live, and is only changed by the server's own start.
 * @throws Error with a sentence, where the database is not up to date
 */
export async function openForTool(settings: DatabaseSettings): Promise<Database> {
  const database = await openDatabase(settings)
  try {
    if (database.engine === 'pglite') await migrate(database)
    const missing = await countMissing(database)
    if (missing > 0)
      throw new Error(
        `The database lacks ${missing} migrations of this version. A server that starts applies them; this command does not, since the database may be live.`,
      )
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
