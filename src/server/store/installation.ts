import type { Queryable } from './database.ts'

/** The id that distinguishes this database and its copies from all others. */
export async function readInstallationId(database: Queryable): Promise<string> {
  const [row] = await database.query<{ id: string }>('select id from installation')
  if (!row) throw new Error('the database has no installation id')
  return row.id
}
