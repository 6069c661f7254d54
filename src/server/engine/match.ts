import { opposite } from '#domain/order.ts'
import { setStatus } from '#domain/order-life-cycle.ts'
import type { Amount } from '#domain/units.ts'
import { addToBook, bestLevel, crosses, sideOf } from './book.ts'
import { endOrder } from './end-order.ts'
import type { Entering } from './entering.ts'
import { fill } from './fill.ts'
import { holdFor, takeHold } from './hold-of.ts'
import { type Order, remainingOf } from './order.ts'
import { addOpenOrder, type EngineState } from './state.ts'

/**
 * Lets an order meet the book: it trades what it can by price, then by time of arrival. What is left of a limit order rests;
 * of a market order, or one that had to trade at once, it is dropped.
 */
export function enterBook(state: EngineState, entering: Entering): void {
  const { venue, order } = entering
  const hasGivenWay = match(state, entering)
  const { unitPrice, terms } = order
  const mayRest = unitPrice !== undefined && terms.timeInForce === 'GTC' && !hasGivenWay
  const quantity = remainingOf(order)
  if (!mayRest || quantity === 0n) {
    finish(order)
    return
  }
  takeHold(entering, holdFor({ side: order.side, quantity, unitPrice }, venue.market))
  addToBook(venue.book, order, unitPrice)
  addOpenOrder(state, order)
}

/** The end of an order by its own terms. */
export const finish = (order: Order) => setStatus(order, finished(order))

const finished = ({ executed }: Order) => (executed > 0n ? 'FINISHED_WITH_TRANSACTION' : 'FINISHED_WITHOUT_TRANSACTION')

/** Returns true when the order gives way to one of its own owner: nobody trades with himself. */
function match(state: EngineState, entering: Entering): boolean {
  const { venue, order, entry, journal } = entering
  const { bound } = entering.admission
  const other = sideOf(venue.book, opposite(order.side))
  let left: Amount = order.amount
  while (left > 0n) {
    const level = bestLevel(other)
    const maker = level?.first
    if (!level || !maker || !crosses(order.side, bound, level)) return false
    if (maker.userId !== order.userId) {
      fill(state, entering, maker)
      venue.lastPrice = level.price
      left = remainingOf(order)
      continue
    }
    const { selfTradePrevention } = order.terms
    if (selfTradePrevention !== 'CANCEL_NEWER') endOrder(state, { order: maker, entry, journal }, finished(maker))
    if (selfTradePrevention !== 'CANCEL_OLDER') return true
  }
  return false
}
