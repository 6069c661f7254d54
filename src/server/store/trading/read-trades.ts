import { toCount } from '#domain/counts.ts'
import type { OrderKind, Side } from '#domain/order.ts'
import type { PageOf } from '#domain/page.ts'
import { type Amount, amount, type Price, price } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { type Paged, readPage } from '../page.ts'

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

export interface TradeFilter {
  readonly userId: number
  /** P2P for the book, EXCHANGE for quick trade; `undefined` for both. */
  readonly place: 'EXCHANGE' | 'P2P' | undefined
  /** Absent: all markets. */
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

const ON_THE_BOOK = [
  'taker_user_id = $1 and maker_order_id is not null',
  'maker_user_id = $1 and maker_order_id is not null',
]
const QUICK_TRADES = ['taker_user_id = $1 and maker_order_id is null']
const CONDITIONS = { P2P: ON_THE_BOOK, EXCHANGE: QUICK_TRADES, ALL: [...ON_THE_BOOK, ...QUICK_TRADES] }

/** The user's own side of a trade: the two parties are never the same user. */
const ROW = `
  select trades.id, trades.market_id, orders.side, orders.kind, trades.unit_price, trades.amount, value,
    case orders.id when taker_order_id then taker_fee else maker_fee end as fee, at
  from trades join orders on orders.id = case taker_user_id when $1 then taker_order_id else maker_order_id end
  where trades.id = page.id`

/** A user's trades, newest first. */
export function readTrades(
  database: Queryable,
  { userId, place, marketIds }: TradeFilter,
  asked: PageOf,
): Promise<Paged<OwnTradeRow>> {
  const sides = CONDITIONS[place ?? 'ALL']
  const conditions =
    marketIds?.flatMap((_, index) => sides.map((side) => `${side} and market_id = $${index + 2}`)) ?? sides
  const list = { table: 'trades', conditions, values: [userId, ...(marketIds ?? [])], row: ROW }
  return readPage(database, { list, asked, read: ownTrade })
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
