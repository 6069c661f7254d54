import { opposite } from '#domain/order.ts'
import { setStatus } from '#domain/order-life-cycle.ts'
import { addToBook, bestLevel, crosses, sideOf } from './book.ts'
import { fill, type IncomingOrder, smaller } from './fill.ts'
import { addOpenOrder, endOrder, takeHold } from './open-orders.ts'
import { holdFor, type Order, remainingOf } from './order.ts'
import type { EngineState } from './state.ts'

/**
 * Lets an order meet the book: it trades what it can by price, then by time of arrival. What is left of a limit order is put on the
 * book; of a market order, or one that had to trade at once, it is dropped.
 * @returns false where the turn ended before it: the order is open, holds what its rest needs, and has to go on
 */
export function enterBook(state: EngineState, incoming: IncomingOrder): boolean {
  const { venue, order } = incoming
  const end = match(state, incoming)
  const { unitPrice, terms } = order
  const quantity = remainingOf(order)
  if (end === 'turn is over') {
    const needed = holdFor({ side: order.side, quantity, unitPrice: unitPrice ?? incoming.bound }, venue.market)
    // A market order was admitted with what its fills cost at that moment, which may be less.
    takeHold(incoming, smaller(needed, order.wallet.available))
    addOpenOrder(state, order)
    return false
  }
  const hasGivenWay = end === 'gave way'
  if (quantity === 0n || unitPrice === undefined || terms.timeInForce !== 'GTC' || hasGivenWay) {
    finish(order)
    return true
  }
  takeHold(incoming, holdFor({ side: order.side, quantity, unitPrice }, venue.market))
  addToBook(venue.book, order, unitPrice)
  addOpenOrder(state, order)
  return true
}

/** The end of an order by its own terms. */
export const finish = (order: Order) => setStatus(order, finished(order))

const finished = ({ executed }: Order) => (executed > 0n ? 'FINISHED_WITH_TRANSACTION' : 'FINISHED_WITHOUT_TRANSACTION')

/** An order gives way to one of its own user: nobody trades with themselves. One that is to be filled at once is not interrupted. */
function match(state: EngineState, incoming: IncomingOrder): 'met all' | 'gave way' | 'turn is over' {
  const { venue, order, bound, entry, journal, turn } = incoming
  const isWhole = order.terms.timeInForce === 'FOK'
  const other = sideOf(venue.book, opposite(order.side))
  while (remainingOf(order) > 0n) {
    const level = bestLevel(other)
    const maker = level?.first
    if (!level || !maker || !crosses(bound, level)) return 'met all'
    if (turn.matchesLeft <= 0 && !isWhole) return 'turn is over'
    turn.matchesLeft -= 1
    if (maker.userId !== order.userId) {
      fill(state, incoming, maker)
      venue.lastPrice = level.price
      continue
    }
    const { selfTradePrevention } = order.terms
    if (selfTradePrevention !== 'CANCEL_NEWER') endOrder(state, { order: maker, entry, journal }, finished(maker))
    if (selfTradePrevention !== 'CANCEL_OLDER') return 'gave way'
  }
  return 'met all'
}
