import { toCount } from '#domain/counts.ts'
import { isStanding, type OrderKind, type OrderRecord, type OrderStatus, type Side } from '#domain/order.ts'
import type { PageOf } from '#domain/page.ts'
import { type Amount, amount, type Price, price } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { type Paged, readPage } from '../page.ts'
import { type OrderColumns, orderRow } from '../read-exchange.ts'

export interface OrderFilter {
  readonly userId: number
  readonly statuses: readonly OrderStatus[]
  /** Absent: all markets. */
  readonly marketId: number | undefined
}

/** A user's orders of these statuses, newest first. */
export function readOrders(
  database: Queryable,
  { userId, statuses, marketId }: OrderFilter,
  asked: PageOf,
): Promise<Paged<OrderRecord>> {
  const values = [userId, ...statuses, ...(marketId === undefined ? [] : [marketId])]
  const ofMarket = marketId === undefined ? '' : ` and market_id = $${values.length}`
  const conditions = statuses.map(
    (status, index) =>
      // Worded like the indexes: open orders have their own.
      `user_id = $1 and status ${isStanding(status) ? 'in' : 'not in'} ('IS_OPEN', 'PENDING') and status = $${index + 2}${ofMarket}`,
  )
  return readPage(database, { list: { table: 'orders', conditions, values }, asked, read: orderRow })
}

/** One order of this user. */
export async function readOrder(
  database: Queryable,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<OrderRecord | undefined> {
  const [row] = await database.query<OrderColumns>('select * from orders where id = $1 and user_id = $2', [
    orderId,
    userId,
  ])
  return row && orderRow(row)
}

/** All open orders of a user. */
export async function readStandingOrders(database: Queryable, userId: number): Promise<OrderRecord[]> {
  const rows = await database.query<OrderColumns>(
    `select * from orders where user_id = $1 and status in ('IS_OPEN', 'PENDING')`,
    [userId],
  )
  return rows.map(orderRow)
}

export interface OrderOwner {
  readonly id: number
  readonly name: string
  readonly mobile: string
  /** The name, if the account belongs to the exchange itself. */
  readonly systemName: string | undefined
}

/** An order of any user. */
export async function findAnyOrder(database: Queryable, orderId: number): Promise<OrderRecord | undefined> {
  const [row] = await database.query<OrderColumns>('select * from orders where id = $1', [orderId])
  return row && orderRow(row)
}

export async function findOrderOwner(database: Queryable, userId: number): Promise<OrderOwner> {
  const [row] = await database.query<{ id: bigint; name: string; mobile: string | null; house_name: string | null }>(
    `select u.id, coalesce(i.first_name || ' ' || i.last_name, '') as name, u.mobile, u.house_name
      from users u left join identities i on i.user_id = u.id where u.id = $1`,
    [userId],
  )
  return {
    id: row ? toCount(row.id) : userId,
    name: row?.name ?? '',
    mobile: row?.mobile ?? '',
    systemName: row?.house_name ?? undefined,
  }
}

/** The users with open orders in a market. */
export async function readOwnersOfStanding(database: Queryable, marketId: number): Promise<number[]> {
  const rows = await database.query<{ user_id: bigint }>(
    `select distinct user_id from orders where market_id = $1 and status in ('IS_OPEN', 'PENDING') order by user_id`,
    [marketId],
  )
  return rows.map(({ user_id }) => toCount(user_id))
}

/** A user's newest open orders. */
export async function readNewestStanding(
  database: Queryable,
  { userId, rowsMax }: { userId: number; rowsMax: number },
): Promise<OrderRecord[]> {
  const rows = await database.query<OrderColumns>(
    `select * from orders where user_id = $1 and status in ('IS_OPEN', 'PENDING') order by id desc limit $2`,
    [userId, rowsMax],
  )
  return rows.map(orderRow)
}

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
