import { opposite } from '#domain/order.ts'
import { become } from '#domain/order-life-cycle.ts'
import type { Price } from '#domain/units.ts'
import { bestLevel, crosses, rest, sideOf } from './book.ts'
import { endOrder } from './end-order.ts'
import { watchExpiry } from './expiries.ts'
import { fill } from './fill.ts'
import { remainingOf, takeHold } from './hold-of.ts'
import type { Entry, Journal } from './journal.ts'
import type { Order } from './order.ts'
import type { EngineState, Venue } from './state.ts'

export interface Entering {
  readonly venue: Venue
  readonly order: Order
  /** The worst price that the order may trade at. */
  readonly bound: Price
  readonly entry: Entry
  readonly journal: Journal
  readonly at: number
  /** Of the command that brought it about. */
  readonly quoteInToman: Price | undefined
}

/**
 * Lets an order meet the book: it trades what it can by price, then by time of arrival. What is left of a limit order rests;
 * of a market order, or one that had to trade at once, it is dropped.
 */
export function enterBook(state: EngineState, entering: Entering): void {
  const { venue, order, entry, journal } = entering
  const hasGivenWay = match(state, entering)
  const { unitPrice, terms } = order
  const mayRest = unitPrice !== undefined && terms.timeInForce === 'GTC' && !hasGivenWay
  if (remainingOf(order) === 0n || !mayRest) {
    finish(order)
    return
  }
  takeHold(state, { venue, order, entry, journal }, unitPrice)
  rest(venue.book, order, unitPrice)
  state.orders.set(order.id, order)
  watchExpiry(state.expiries, order)
}

/** The end of an order by its own terms. */
export const finish = (order: Order) => become(order, finished(order))

const finished = ({ executed }: Order) => (executed > 0n ? 'FINISHED_WITH_TRANSACTION' : 'FINISHED_WITHOUT_TRANSACTION')

/** Returns true when the order gives way to one of its own owner: nobody trades with himself. */
function match(state: EngineState, entering: Entering): boolean {
  const { venue, order, bound, entry, journal, at, quoteInToman } = entering
  const other = sideOf(venue.book, opposite(order.side))
  while (remainingOf(order) > 0n) {
    const level = bestLevel(other)
    const maker = level?.first
    if (!level || !maker || !crosses(order.side, bound, level)) return false
    if (maker.userId !== order.userId) {
      fill(state, { venue, taker: order, maker, entry, journal, at, quoteInToman })
      venue.lastPrice = level.price
      continue
    }
    const { selfTradePrevention } = order.terms
    if (selfTradePrevention !== 'CANCEL_NEWER')
      endOrder(state, { order: maker, status: finished(maker), entry, journal })
    if (selfTradePrevention !== 'CANCEL_OLDER') return true
  }
  return false
}
