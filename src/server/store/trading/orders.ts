import { isStanding, type OrderKind, type OrderRecord, type OrderStatus, opposite, type Side } from '#domain/order.ts'
import type { PageOf } from '#domain/page.ts'
import type { Amount, Price } from '#domain/units.ts'
import type { Queryable, SqlValue } from '../database.ts'
import { allOf, countList, type IdSpan, idConditions, type List, numberIn, type Paged, readPage } from '../page.ts'
import { orderRow } from '../read-exchange.ts'
import { findRow, type Row, readNumbers, readRows, rowAs } from '../rows.ts'

export interface OrderFilter {
  readonly userId: number
  readonly statuses: readonly OrderStatus[]
  /** Absent: all markets. */
  readonly marketId?: number | undefined
  readonly side?: Side | undefined
  readonly ids?: IdSpan | undefined
}

/** A user's orders of these statuses, newest first. */
export const readOrders = (database: Queryable, filter: OrderFilter, asked: PageOf): Promise<Paged<OrderRecord>> =>
  readPage(database, { list: listOfOrders(filter), asked, read: orderRow })

/** The number of these orders, counted up to a bound. */
export const countOrders = (database: Queryable, filter: OrderFilter, countMax: number): Promise<number> =>
  countList(database, listOfOrders(filter), countMax)

function listOfOrders({ userId, statuses, marketId, side, ids }: OrderFilter): List {
  const values: SqlValue[] = [userId, ...statuses]
  const number = numberIn(values)
  const narrowed = [
    marketId !== undefined && `market_id = ${number(marketId)}`,
    side && `side = ${number(side)}`,
    ...idConditions(ids, number),
  ]
  const conditions = statuses.map((status, index) =>
    allOf([
      'user_id = $1',
      // Worded like the indexes: open orders have their own.
      `status ${isStanding(status) ? 'in' : 'not in'} ('IS_OPEN', 'PENDING') and status = $${index + 2}`,
      ...narrowed,
    ]),
  )
  return { table: 'orders', conditions, values }
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
  /** Absent for a quick trade. */
  readonly role?: 'MAKER' | 'TAKER' | undefined
  readonly at: number
}

export interface TradeFilter {
  readonly userId: number
  /** P2P for the book, EXCHANGE for quick trade; `undefined` for both. */
  readonly place: 'EXCHANGE' | 'P2P' | undefined
  /** Absent: all markets. */
  readonly marketIds?: readonly number[] | undefined
  readonly side?: Side | undefined
  readonly ids?: IdSpan | undefined
}

const TAKEN = { own: 'taker_user_id = $1 and maker_order_id is not null', isTaker: true }
const MADE = { own: 'maker_user_id = $1 and maker_order_id is not null', isTaker: false }
const QUICK = { own: 'taker_user_id = $1 and maker_order_id is null', isTaker: true }
const PARTS = { P2P: [TAKEN, MADE], EXCHANGE: [QUICK], ALL: [TAKEN, MADE, QUICK] }

/** One side of a trade: that of this order. */
const sideOfOrder = (order: string) => `
  select trades.id, trades.market_id as "marketId", orders.side, orders.kind, trades.unit_price as "unitPrice", trades.amount, value,
    case orders.id when taker_order_id then taker_fee else maker_fee end as fee,
    case when maker_order_id is null then null when orders.id = taker_order_id then 'TAKER' else 'MAKER' end as role, at
  from trades join orders on orders.id = ${order}
  where trades.id = page.id`

/** The two parties of a trade are never the same user. */
const OWN_ORDER = 'case taker_user_id when $1 then taker_order_id else maker_order_id end'

/** A user's trades, newest first. */
export const readTrades = (database: Queryable, filter: TradeFilter, asked: PageOf): Promise<Paged<OwnTradeRow>> =>
  readPage(database, { list: listOfTrades(filter), asked, read: ownTrade })

/** The number of these trades, counted up to a bound. */
export const countTrades = (database: Queryable, filter: TradeFilter, countMax: number): Promise<number> =>
  countList(database, listOfTrades(filter), countMax)

function listOfTrades({ userId, place, marketIds, side, ids }: TradeFilter): List {
  const values: SqlValue[] = [userId]
  const number = numberIn(values)
  const markets = marketIds?.map((id) => `market_id = ${number(id)}`) ?? [undefined]
  const takerSide = side && { own: number(side), other: number(opposite(side)) }
  const span = idConditions(ids, number)
  const conditions = PARTS[place ?? 'ALL'].flatMap(({ own, isTaker }) =>
    markets.map((ofMarket) =>
      allOf([own, ofMarket, takerSide && `taker_side = ${isTaker ? takerSide.own : takerSide.other}`, ...span]),
    ),
  )
  return { table: 'trades', conditions, values, row: sideOfOrder(OWN_ORDER) }
}

/** The trades of one order as its user sees them, newest first. */
export function readOrderTrades(database: Queryable, orderId: number, asked: PageOf): Promise<Paged<OwnTradeRow>> {
  const conditions = ['taker_order_id = $1', 'maker_order_id = $1 and maker_order_id is not null']
  const list = { table: 'trades', conditions, values: [orderId], row: sideOfOrder('$1') }
  return readPage(database, { list, asked, read: ownTrade })
}

const tradeOf = rowAs<Omit<OwnTradeRow, 'at' | 'role'>>('id')

type TradeColumns = Row & { readonly id: bigint; readonly at: Date; readonly role: 'MAKER' | 'TAKER' | null }

const ownTrade = ({ at, role, ...row }: TradeColumns): OwnTradeRow => ({
  ...tradeOf(row),
  role: role ?? undefined,
  at: at.getTime(),
})
