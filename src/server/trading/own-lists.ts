import type * as z from 'zod/mini'
import type { AskedStatus } from '#contract/orders.ts'
import { Rejected, readDaySpan, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { isQuickTradeStatus, ORDER_STATUSES, type OrderStatus, type Side } from '#domain/order.ts'
import type { PageOf } from '#domain/page.ts'
import type { DaySpan } from '#domain/tehran-day.ts'
import { firstOrderAt, firstTradeAt, idsBetween } from '../store/first-at.ts'
import type { Paged } from '../store/page.ts'
import {
  type OrderFilter,
  readOrder,
  readOrders,
  readOrderTrades,
  readTrades,
  type TradeFilter,
} from '../store/trading/orders.ts'
import { type OrderOnWire, orderOnWire, type TradeOnWire, tradeOnWire } from './order-on-wire.ts'
import { marketOf, type Trading } from './trading.ts'

/** The sources of the lists. */
export type Lists = Pick<Trading, 'database' | 'catalogue'>
type Listed<Row> = Omit<Paged<Row>, 'rows'> & { content: Row[] }

/** The filters that lists of orders and of trades share. */
interface Narrowing extends DaySpan {
  /** P2P for the book, EXCHANGE for quick trade; `undefined` for both. */
  readonly place: 'EXCHANGE' | 'P2P' | undefined
  readonly market?: string | undefined
  readonly side?: Side | undefined
}

export interface AskedOrders extends Narrowing {
  readonly orderStatus?: readonly z.output<typeof AskedStatus>[] | undefined
  readonly excludedOrderStatus?: readonly z.output<typeof AskedStatus>[] | undefined
}

export interface AskedTrades extends Narrowing {
  /** The traded coin. */
  readonly destinationCoin?: string | undefined
}

/** The caller's own orders, newest first; an unknown market has none. Refuses DAY_SPAN_INVALID. */
export async function listOrders(
  lists: Lists,
  userId: number,
  asked: AskedOrders & PageOf,
): Promise<Listed<OrderOnWire> | Rejected> {
  const filter = await orderFilterOf(lists, userId, asked)
  if (filter instanceof Rejected) return filter
  const { rows, ...more } = await readOrders(lists.database, filter, asked)
  return { content: rows.map((row) => orderOnWire(row, marketOf(lists.catalogue, row.marketId))), ...more }
}

/** The filter of the database for the caller's. Refuses DAY_SPAN_INVALID. */
export async function orderFilterOf(
  { database, catalogue }: Lists,
  userId: number,
  { market, side, ...asked }: AskedOrders,
): Promise<OrderFilter | Rejected> {
  const span = readDaySpan(asked)
  if (span instanceof Rejected) return span
  const ids = await idsBetween(span, (at) => firstOrderAt(database, at))
  const marketId = market === undefined ? undefined : catalogue.marketBySymbol.get(market)?.id
  const statuses = market !== undefined && marketId === undefined ? [] : statusesOf(asked)
  return { userId, statuses, marketId, side, ids }
}

/** One of the caller's own orders; an order of another user counts as not found. */
export async function findOrder(
  { database, catalogue }: Lists,
  userId: number,
  id: string,
): Promise<OrderOnWire | Rejected> {
  const order = await readOrder(database, { userId, orderId: readId(id) })
  return order ? orderOnWire(order, marketOf(catalogue, order.marketId)) : rejected('ORDER_NOT_FOUND')
}

/** The trades of one of the caller's own orders, newest first. Refuses ORDER_NOT_FOUND. */
export async function listOrderTrades(
  { database, catalogue }: Lists,
  userId: number,
  { id, ...asked }: PageOf & { readonly id: string },
): Promise<Listed<TradeOnWire> | Rejected> {
  const order = await readOrder(database, { userId, orderId: readId(id) })
  if (!order) return rejected('ORDER_NOT_FOUND')
  const { rows, ...more } = await readOrderTrades(database, order.id, asked)
  return { content: rows.map((row) => tradeOnWire(row, marketOf(catalogue, row.marketId))), ...more }
}

/** An order's status also shows where it was placed. */
const statusesOf = ({ orderStatus, excludedOrderStatus = [], place }: AskedOrders): OrderStatus[] =>
  ORDER_STATUSES.filter(
    (status) =>
      (orderStatus === undefined || orderStatus.includes(status)) &&
      !excludedOrderStatus.includes(status) &&
      (place === undefined || isQuickTradeStatus(status) === (place === 'EXCHANGE')),
  )

/** The caller's own side of their trades, newest first. Refuses DAY_SPAN_INVALID. */
export async function listTrades(
  lists: Lists,
  userId: number,
  asked: AskedTrades & PageOf,
): Promise<Listed<TradeOnWire> | Rejected> {
  const filter = await tradeFilterOf(lists, userId, asked)
  if (filter instanceof Rejected) return filter
  const { rows, ...more } = await readTrades(lists.database, filter, asked)
  return { content: rows.map((row) => tradeOnWire(row, marketOf(lists.catalogue, row.marketId))), ...more }
}

/** The filter of the database for the caller's. Refuses DAY_SPAN_INVALID. */
export async function tradeFilterOf(
  { database, catalogue }: Lists,
  userId: number,
  { place, side, market, destinationCoin: coin, ...days }: AskedTrades,
): Promise<TradeFilter | Rejected> {
  const span = readDaySpan(days)
  if (span instanceof Rejected) return span
  const ids = await idsBetween(span, (at) => firstTradeAt(database, at))
  const isAny = market === undefined && coin === undefined
  const marketIds = catalogue.markets
    .filter(({ base, symbol }) => (coin ?? base.symbol) === base.symbol && (market ?? symbol) === symbol)
    .map(({ id }) => id)
  return { userId, place, side, marketIds: isAny ? undefined : marketIds, ids }
}
