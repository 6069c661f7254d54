import { PGlite } from '@electric-sql/pglite'

/** Runs as a separate process: creates a database in the given folder, and ends. */
const [, , folder] = process.argv
if (!folder) throw new Error('which folder?')
const postgres = await PGlite.create(folder)
// Nobody can connect to the templates here, so nobody could vacuum them, and they would hold back the transaction numbers.
await postgres.exec('UPDATE pg_database SET datistemplate = false')
await postgres.exec('DROP DATABASE template0')
await postgres.exec('DROP DATABASE template1')
await postgres.close()
