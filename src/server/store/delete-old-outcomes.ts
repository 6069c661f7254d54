import type { Queryable } from './database.ts'

/** Deletes answers given before `before`, the first `rowsMax` that it meets. */
export async function deleteOldOutcomes(
  database: Queryable,
  { before, rowsMax }: { before: Date; rowsMax: number },
): Promise<void> {
  await database.query(
    'delete from outcomes where (user_id, key) in (select user_id, key from outcomes where at < $1 limit $2)',
    [before, rowsMax],
  )
}
