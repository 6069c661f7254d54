import { opposite } from '#domain/order.ts'
import { setStatus } from '#domain/order-life-cycle.ts'
import { addToBook, bestLevel, crosses, sideOf } from './book.ts'
import { fill, type IncomingOrder } from './fill.ts'
import { addOpenOrder, endOrder, takeHold } from './open-orders.ts'
import { holdFor, type Order, remainingOf } from './order.ts'
import type { EngineState } from './state.ts'

/**
 * Lets an order meet the book: it trades what it can by price, then by time of arrival. What is left of a limit order is put on the
 * book; of a market order, or one that had to trade at once, it is dropped.
 */
export function enterBook(state: EngineState, incoming: IncomingOrder): void {
  const { venue, order } = incoming
  const hasGivenWay = match(state, incoming)
  const { unitPrice, terms } = order
  const quantity = remainingOf(order)
  if (quantity === 0n || unitPrice === undefined || terms.timeInForce !== 'GTC' || hasGivenWay) {
    finish(order)
    return
  }
  takeHold(incoming, holdFor({ side: order.side, quantity, unitPrice }, venue.market))
  addToBook(venue.book, order, unitPrice)
  addOpenOrder(state, order)
}

/** The end of an order by its own terms. */
export const finish = (order: Order) => setStatus(order, finished(order))

const finished = ({ executed }: Order) => (executed > 0n ? 'FINISHED_WITH_TRANSACTION' : 'FINISHED_WITHOUT_TRANSACTION')

/** Returns true when the order gives way to one of its own user: nobody trades with themselves. */
function match(state: EngineState, incoming: IncomingOrder): boolean {
  const { venue, order, bound, entry, journal } = incoming
  const other = sideOf(venue.book, opposite(order.side))
  while (remainingOf(order) > 0n) {
    const level = bestLevel(other)
    const maker = level?.first
    if (!level || !maker || !crosses(bound, level)) return false
    if (maker.userId !== order.userId) {
      fill(state, incoming, maker)
      venue.lastPrice = level.price
      continue
    }
    const { selfTradePrevention } = order.terms
    if (selfTradePrevention !== 'CANCEL_NEWER') endOrder(state, { order: maker, entry, journal }, finished(maker))
    if (selfTradePrevention !== 'CANCEL_OLDER') return true
  }
  return false
}
