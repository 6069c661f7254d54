import type { Queryable } from './database.ts'

/** Deletes answers given before `before`, the oldest `rowsMax` of them. */
export async function deleteOldOutcomes(
  database: Queryable,
  { before, rowsMax }: { before: Date; rowsMax: number },
): Promise<void> {
  await database.query(
    'delete from outcomes where ctid = any (array(select ctid from outcomes where at < $1 order by at limit $2))',
    [before, rowsMax],
  )
}
