import { PGlite } from '@electric-sql/pglite'

/** A process of its own: makes a new database in the folder it is given, and ends. */
const [, , folder] = process.argv
if (!folder) throw new Error('which folder?')
const postgres = await PGlite.create(folder)
await postgres.close()
