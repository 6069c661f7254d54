import { toCount } from '#domain/counts.ts'
import type { Side } from '#domain/order.ts'
import type { MarketTrade } from '#domain/trade.ts'
import { amount, price } from '#domain/units.ts'
import type { Queryable } from '../database.ts'

/** Selects trades of the book by id, oldest first, without quick trades. */
export interface MarketTradesWanted {
  /** Above this id. */
  readonly after: number
  /** Up to this id. */
  readonly upTo: number
  readonly sinceMs: number
}

interface Columns {
  id: bigint
  market_id: number
  taker_side: Side
  unit_price: bigint
  amount: bigint
  taker_user_id: bigint
  at: Date
}

const COLUMNS = 'id, market_id, taker_side, unit_price, amount, taker_user_id, at'

export async function readMarketTrades(
  database: Queryable,
  { after, upTo, sinceMs }: MarketTradesWanted,
): Promise<MarketTrade[]> {
  const rows = await database.query<Columns>(
    `select ${COLUMNS} from trades
     where maker_order_id is not null and id > $1 and id <= $2 and at >= $3 order by id`,
    [after, upTo, new Date(sinceMs)],
  )
  return rows.map(tradeOf)
}

/** The newest `count` trades of each market before an instant and up to an id, newest first. */
export async function readNewestTrades(
  database: Queryable,
  wanted: { marketIds: readonly number[]; upTo: number; beforeMs: number; count: number },
): Promise<MarketTrade[]> {
  // Not `market_id = market.id`: that would search for the newest trades of a quiet market among those of all markets.
  const rows = await database.query<Columns>(
    `select newest.* from unnest($1::smallint[]) as market (id) cross join lateral (
       select ${COLUMNS} from trades
       where market_id between market.id and market.id and maker_order_id is not null and id <= $2 and at < $3
       order by market_id desc, id desc limit $4
     ) as newest`,
    [wanted.marketIds, wanted.upTo, new Date(wanted.beforeMs), wanted.count],
  )
  return rows.map(tradeOf)
}

const tradeOf = (row: Columns): MarketTrade => ({
  id: toCount(row.id),
  marketId: row.market_id,
  takerSide: row.taker_side,
  unitPrice: price(row.unit_price),
  amount: amount(row.amount),
  takerUserId: toCount(row.taker_user_id),
  at: row.at.getTime(),
})
