import { type Amount, amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'

export interface OwnBalance {
  readonly coinId: number
  readonly available: Amount
  readonly blocked: Amount
}

/** One owner's committed balances. Coins that were never used are absent. */
export async function readBalances(database: Queryable, ownerId: number): Promise<OwnBalance[]> {
  const rows = await database.query<{ coin_id: number; available: bigint; blocked: bigint }>(
    'select coin_id, available, blocked from balances where owner_id = $1',
    [ownerId],
  )
  return rows.map((row) => ({ coinId: row.coin_id, available: amount(row.available), blocked: amount(row.blocked) }))
}
