import { toCount } from '#domain/counts.ts'
import type { OrderKind, Side } from '#domain/order.ts'
import { type Amount, amount, type Price, price } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { offsetOf, type Paged, type PageOf, pagesOf } from '../page.ts'

/** A trade as one of its parties sees it. */
export interface OwnTradeRow {
  readonly id: number
  readonly marketId: number
  readonly side: Side
  readonly kind: OrderKind
  readonly unitPrice: Price
  readonly amount: Amount
  readonly value: Amount
  readonly fee: Amount
  readonly at: number
}

export interface TradeFilter extends PageOf {
  readonly userId: number
  readonly place: 'EXCHANGE' | 'P2P' | undefined
  /** Markets whose base coin is asked for; `undefined` for all. */
  readonly marketIds: readonly number[] | undefined
}

interface Columns {
  id: bigint
  market_id: number
  side: Side
  kind: OrderKind
  unit_price: bigint
  amount: bigint
  value: bigint
  fee: bigint
  at: Date
}

/** Both parties' rows, so that each reads his own side of a trade; nobody trades with himself. */
const OWN = `
  select id, market_id, taker_side as side, taker_order_id as order_id, unit_price, amount, value, taker_fee as fee,
    at, maker_order_id is null as quick
  from trades where taker_user_id = $1
  union all
  select id, market_id, case taker_side when 'BUY' then 'SELL'::side else 'BUY'::side end, maker_order_id, unit_price,
    amount, value, maker_fee, at, false
  from trades where maker_user_id = $1 and maker_order_id is not null`

const CONDITION = `($2::text is null or quick = ($2::text = 'EXCHANGE'))
  and ($3::smallint[] is null or market_id = any($3::smallint[]))`

/** A user's trades, newest first. */
export async function readTrades(database: Queryable, filter: TradeFilter): Promise<Paged<OwnTradeRow>> {
  const values = [filter.userId, filter.place ?? null, filter.marketIds ?? null]
  const rows = await database.query<Columns>(
    `select own.*, orders.kind from (select * from (${OWN}) as both_sides where ${CONDITION}
      order by id desc limit $4::integer offset $5::integer) as own join orders on orders.id = own.order_id
      order by own.id desc`,
    [...values, filter.size, offsetOf(filter)],
  )
  const [total] = await database.query<{ count: bigint }>(
    `select count(*) from (${OWN}) as both_sides where ${CONDITION}`,
    values,
  )
  return { rows: rows.map(ownTrade), totalPages: pagesOf(total?.count ?? 0n, filter) }
}

function ownTrade(row: Columns): OwnTradeRow {
  return {
    id: toCount(row.id),
    marketId: row.market_id,
    side: row.side,
    kind: row.kind,
    unitPrice: price(row.unit_price),
    amount: amount(row.amount),
    value: amount(row.value),
    fee: amount(row.fee),
    at: row.at.getTime(),
  }
}
