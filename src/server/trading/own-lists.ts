import type * as z from 'zod/mini'
import type { AskedStatus } from '#contract/orders.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { isQuickTradeStatus, ORDER_STATUSES, type OrderStatus } from '#domain/order.ts'
import type { PageOf } from '#domain/page.ts'
import type { Paged } from '../store/page.ts'
import { readOrder, readOrders, readTrades } from '../store/trading/orders.ts'
import { type OrderOnWire, orderOnWire, type TradeOnWire, tradeOnWire } from './order-on-wire.ts'
import { marketOf, type Trading } from './trading.ts'

/** The sources of the lists. */
type Lists = Pick<Trading, 'database' | 'catalogue'>
type Listed<Row> = Omit<Paged<Row>, 'rows'> & { content: Row[] }
/** P2P for the book, EXCHANGE for quick trade; `undefined` for both. */
type Place = 'EXCHANGE' | 'P2P' | undefined

export interface OrdersAsked extends PageOf {
  readonly orderStatus?: readonly z.output<typeof AskedStatus>[] | undefined
  readonly excludedOrderStatus?: readonly z.output<typeof AskedStatus>[] | undefined
  readonly place: Place
  readonly market?: string | undefined
}

/** The caller's own orders, newest first; an unknown market has none. */
export async function listOrders(
  { database, catalogue }: Lists,
  userId: number,
  asked: OrdersAsked,
): Promise<Listed<OrderOnWire>> {
  const marketId = asked.market === undefined ? undefined : catalogue.marketBySymbol.get(asked.market)?.id
  const statuses = asked.market !== undefined && marketId === undefined ? [] : statusesOf(asked)
  const { rows, ...more } = await readOrders(database, { userId, statuses, marketId }, asked)
  return { content: rows.map((row) => orderOnWire(row, marketOf(catalogue, row.marketId))), ...more }
}

/** One of the caller's own orders; an order of another user counts as not found. */
export async function findOrder(
  { database, catalogue }: Trading,
  userId: number,
  id: string,
): Promise<OrderOnWire | Rejected> {
  const order = await readOrder(database, { userId, orderId: readId(id) })
  return order ? orderOnWire(order, marketOf(catalogue, order.marketId)) : rejected('ORDER_NOT_FOUND')
}

/** An order's status also shows where it was placed. */
const statusesOf = ({ orderStatus, excludedOrderStatus = [], place }: OrdersAsked): OrderStatus[] =>
  ORDER_STATUSES.filter(
    (status) =>
      (orderStatus === undefined || orderStatus.includes(status)) &&
      !excludedOrderStatus.includes(status) &&
      (place === undefined || isQuickTradeStatus(status) === (place === 'EXCHANGE')),
  )

export interface TradesAsked extends PageOf {
  readonly place: Place
  /** The traded coin. */
  readonly destinationCoin?: string | undefined
}

/** The caller's own side of their trades, newest first. */
export async function listTrades(
  { database, catalogue }: Lists,
  userId: number,
  asked: TradesAsked,
): Promise<Listed<TradeOnWire>> {
  const { place, destinationCoin: coin } = asked
  const marketIds =
    coin === undefined ? undefined : catalogue.markets.filter(({ base }) => base.symbol === coin).map(({ id }) => id)
  const { rows, ...more } = await readTrades(database, { userId, place, marketIds }, asked)
  return { content: rows.map((row) => tradeOnWire(row, marketOf(catalogue, row.marketId))), ...more }
}
