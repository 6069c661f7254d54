import type { MarketTrade } from '#domain/trade.ts'
import type { Queryable } from '../database.ts'
import { type Row, readRows, rowAs } from '../rows.ts'

/** Selects trades of the book by id, oldest first, without quick trades. */
export interface MarketTradesWanted {
  /** Above this id. */
  readonly after: number
  /** Up to this id. */
  readonly upTo: number
  readonly sinceMs: number
}

const COLUMNS = `id, market_id as "marketId", taker_side as "takerSide", unit_price as "unitPrice", amount,
  taker_user_id as "takerUserId", at`

export const readMarketTrades = (
  database: Queryable,
  { after, upTo, sinceMs }: MarketTradesWanted,
): Promise<MarketTrade[]> =>
  readRows(
    database,
    tradeOf,
    `select ${COLUMNS} from trades
     where maker_order_id is not null and id > $1 and id <= $2 and at >= $3 order by id`,
    [after, upTo, new Date(sinceMs)],
  )

/** The newest `count` trades of each market before an instant and up to an id, newest first. */
export function readNewestTrades(
  database: Queryable,
  wanted: { marketIds: readonly number[]; upTo: number; beforeMs: number; count: number },
): Promise<MarketTrade[]> {
  // Not `market_id = market.id`: that would search for the newest trades of a quiet market among those of all markets.
  return readRows(
    database,
    tradeOf,
    `select newest.* from unnest($1::smallint[]) as market (id) cross join lateral (
       select ${COLUMNS} from trades
       where market_id between market.id and market.id and maker_order_id is not null and id <= $2 and at < $3
       order by market_id desc, id desc limit $4
     ) as newest`,
    [wanted.marketIds, wanted.upTo, new Date(wanted.beforeMs), wanted.count],
  )
}

const rowOf = rowAs<Omit<MarketTrade, 'at'>>('id', 'takerUserId')
const tradeOf = ({ at, ...row }: Row & { readonly at: Date }): MarketTrade => ({ ...rowOf(row), at: at.getTime() })
