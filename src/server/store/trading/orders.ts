import { isStanding, type OrderKind, type OrderRecord, type OrderStatus, type Side } from '#domain/order.ts'
import type { PageOf } from '#domain/page.ts'
import type { Amount, Price } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { type Paged, readPage } from '../page.ts'
import { orderRow } from '../read-exchange.ts'
import { findRow, type Row, readNumbers, readRows, rowAs } from '../rows.ts'

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
export const readOrder = (
  database: Queryable,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<OrderRecord | undefined> =>
  findRow(database, orderRow, 'select * from orders where id = $1 and user_id = $2', [orderId, userId])

/** All open orders of a user. */
export const readStandingOrders = (database: Queryable, userId: number): Promise<OrderRecord[]> =>
  readRows(database, orderRow, `select * from orders where user_id = $1 and status in ('IS_OPEN', 'PENDING')`, [userId])

export interface OrderOwner {
  readonly id: number
  readonly name: string
  readonly mobile: string
  /** The name, if the account belongs to the exchange itself. */
  readonly systemName: string | undefined
}

/** An order of any user. */
export const findAnyOrder = (database: Queryable, orderId: number): Promise<OrderRecord | undefined> =>
  findRow(database, orderRow, 'select * from orders where id = $1', [orderId])

export async function findOrderOwner(database: Queryable, userId: number): Promise<OrderOwner> {
  const owner = await findRow(
    database,
    rowAs<OrderOwner>('id'),
    `select u.id, coalesce(i.first_name || ' ' || i.last_name, '') as name, coalesce(u.mobile, '') as mobile, u.system_name as "systemName"
      from users u left join identities i on i.user_id = u.id where u.id = $1`,
    [userId],
  )
  return owner ?? { id: userId, name: '', mobile: '', systemName: undefined }
}

/** The users with open orders in a market. */
export const readOwnersOfStanding = (database: Queryable, marketId: number): Promise<number[]> =>
  readNumbers(
    database,
    `select distinct user_id from orders where market_id = $1 and status in ('IS_OPEN', 'PENDING') order by user_id`,
    [marketId],
  )

/** A user's newest open orders. */
export const readNewestStanding = (
  database: Queryable,
  { userId, rowsMax }: { userId: number; rowsMax: number },
): Promise<OrderRecord[]> =>
  readRows(
    database,
    orderRow,
    `select * from orders where user_id = $1 and status in ('IS_OPEN', 'PENDING') order by id desc limit $2`,
    [userId, rowsMax],
  )

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

const ON_THE_BOOK = [
  'taker_user_id = $1 and maker_order_id is not null',
  'maker_user_id = $1 and maker_order_id is not null',
]
const QUICK_TRADES = ['taker_user_id = $1 and maker_order_id is null']
const CONDITIONS = { P2P: ON_THE_BOOK, EXCHANGE: QUICK_TRADES, ALL: [...ON_THE_BOOK, ...QUICK_TRADES] }

/** The user's own side of a trade: the two parties are never the same user. */
const ROW = `
  select trades.id, trades.market_id as "marketId", orders.side, orders.kind, trades.unit_price as "unitPrice", trades.amount, value,
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

const tradeOf = rowAs<Omit<OwnTradeRow, 'at'>>('id')

const ownTrade = ({ at, ...row }: Row & { readonly id: bigint; readonly at: Date }): OwnTradeRow => ({
  ...tradeOf(row),
  at: at.getTime(),
})
