import { opposite } from '#domain/order.ts'
import { setStatus } from '#domain/order-life-cycle.ts'
import { addToBook, bestLevel, crosses, sideOf } from './book.ts'
import { fill, type IncomingOrder, smaller } from './fill.ts'
import { addOpenOrder, endOrder, takeHold } from './open-orders.ts'
import { holdFor, type Order, remainingOf } from './order.ts'
import type { EngineState } from './state.ts'

/**
 * Matches an order against the book by price, then by time of arrival. The rest of a limit order is put on the book; the rest of a market
 * order, or of one that must trade immediately, is dropped. @returns false if the turn ended first: the order is open, holds what its rest
 * needs, and must continue
 */
export function enterBook(state: EngineState, incoming: IncomingOrder): boolean {
  const { venue, order } = incoming
  const end = match(state, incoming)
  const { unitPrice, terms } = order
  const quantity = remainingOf(order)
  if (end === 'turn is over') {
    const needed = holdFor({ side: order.side, quantity, unitPrice: unitPrice ?? incoming.bound }, venue.market)
    // A market order was admitted with the cost of its fills at that moment, which may be less.
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

/** Ends an order by its own terms. */
export const finish = (order: Order) => setStatus(order, finished(order))

const finished = ({ executed }: Order) => (executed > 0n ? 'FINISHED_WITH_TRANSACTION' : 'FINISHED_WITHOUT_TRANSACTION')

/**
 * Fills an order until it must give way to one of its own user: nobody trades with themselves. A fill-or-kill order is not interrupted by
 * the end of a turn.
 */
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
