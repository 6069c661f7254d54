import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'

/** The epoch of the process that may commit. */
export async function readEpoch(database: Queryable): Promise<number | undefined> {
  const [row] = await database.query<{ epoch: bigint }>('select epoch from leader where id = 1')
  return row && toCount(row.epoch)
}
