import type { Side } from '#domain/order.ts'
import type { Price } from '#domain/units.ts'
import { createSide, crossedLevels, dequeue, enqueue } from './book.ts'
import type { BookSide, Order } from './order.ts'

/**
 * Stops that wait for the price of their market, in queues by stop price like a book. A rising price triggers the lowest buy first, a
 * falling one the highest sell.
 */
export interface StopOrders {
  readonly buys: BookSide
  readonly sells: BookSide
}

export const createStopOrders = (): StopOrders => ({ buys: createSide('SELL'), sells: createSide('BUY') })

/** Adds a stop that waits for its price. */
export function addStop(stops: StopOrders, order: Order): void {
  const { stopPrice } = order.terms
  if (stopPrice === undefined) throw new Error(`order ${order.id} waits without a stop price`)
  enqueue(order.side === 'BUY' ? stops.buys : stops.sells, order, stopPrice)
}

/** Whether the market has traded at the stop price or beyond. */
export const isReached = ({ side, stopPrice }: { side: Side; stopPrice: Price }, last: Price | undefined) =>
  last !== undefined && (side === 'BUY' ? last >= stopPrice : last <= stopPrice)

/** Removes and returns the stops that prices between `lowest` and `highest` have triggered, in the order in which they were placed. */
export function takeReached(stops: StopOrders, { lowest, highest }: { lowest: Price; highest: Price }): Order[] {
  const reached = [...ordersUpTo(stops.buys, highest), ...ordersUpTo(stops.sells, lowest)]
  for (const order of reached) dequeue(order)
  return reached.sort((a, b) => a.id - b.id)
}

function* ordersUpTo(side: BookSide, price: Price): Generator<Order> {
  for (const level of crossedLevels(side, price)) for (let order = level.first; order; order = order.later) yield order
}
