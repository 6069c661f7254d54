import type { Amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { readRows, rowAs } from '../rows.ts'

export interface OwnBalance {
  readonly coinId: number
  readonly available: Amount
  readonly blocked: Amount
}

/** One owner's committed balances. Coins that were never used are absent. */
export const readBalances = (database: Queryable, ownerId: number): Promise<OwnBalance[]> =>
  readRows(
    database,
    rowAs<OwnBalance>(),
    'select coin_id as "coinId", available, blocked from balances where owner_id = $1',
    [ownerId],
  )
