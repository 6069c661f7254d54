import type { Queryable } from '../database.ts'

/** A trade of one user's orders on a book, from this user's side. */
export interface OwnSide {
  readonly id: bigint
  readonly marketId: number
  readonly at: Date
  readonly sells: boolean
  readonly amount: bigint
  readonly value: bigint
}

/** Trades after a number, in their order, up to a limit. */
export function readOwnSides(
  database: Queryable,
  { userId, after, rowsMax }: { userId: number; after: bigint; rowsMax: number },
): Promise<OwnSide[]> {
  return database.query<OwnSide>(
    `select id, market_id as "marketId", at, amount, value, (maker_user_id = $1) = (taker_side = 'BUY') as sells from trades
      where id > $2 and maker_order_id is not null and (maker_user_id = $1 or taker_user_id = $1) order by id limit $3`,
    [userId, after, rowsMax],
  )
}
