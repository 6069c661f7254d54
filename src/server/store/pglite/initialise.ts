import { PGlite } from '@electric-sql/pglite'

/** A process of its own: makes a new database in the folder it is given, and ends. */
const [, , folder] = process.argv
if (!folder) throw new Error('which folder?')
const postgres = await PGlite.create(folder)
// Nobody can connect to them here, so nobody could vacuum them, and they would hold back the transaction numbers.
await postgres.exec('UPDATE pg_database SET datistemplate = false')
await postgres.exec('DROP DATABASE template0')
await postgres.exec('DROP DATABASE template1')
await postgres.close()
