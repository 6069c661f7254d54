import { setStatus } from '#domain/order-life-cycle.ts'
import { admit } from './admit.ts'
import type { IncomingOrder } from './fill.ts'
import { type Journal, openEntry } from './journal.ts'
import { enterBook, finish } from './match.ts'
import { giveBackHold, removeOpenOrder } from './open-orders.ts'
import type { Order } from './order.ts'
import type { EngineState, Venue } from './state.ts'
import { takeReached } from './stops.ts'

interface Triggering extends Pick<IncomingOrder, 'venue' | 'journal' | 'quoteInToman'> {
  readonly at: number
}

/**
 * Lets every stop that the trades from `firstTrade` on have reached enter the book, in the order in which they were placed, and then
 * those that these have reached in turn. A stop is taken out before it trades, so the chain is never longer than the stops that waited.
 */
export function triggerStops(state: EngineState, triggering: Triggering & { firstTrade: number }): void {
  const { venue, journal, firstTrade } = triggering
  const reached = reachedSince(venue, journal, firstTrade)
  // The list grows while it is walked.
  for (const stop of reached) {
    const next = journal.trades.length
    trigger(state, stop, triggering)
    for (const further of reachedSince(venue, journal, next)) reached.push(further)
  }
}

/** An order walks the book in one direction, so its first and its last price are the bounds of all of them. */
function reachedSince(venue: Venue, { trades }: Journal, firstTrade: number): Order[] {
  const first = trades[firstTrade]?.unitPrice
  const last = trades.at(-1)?.unitPrice
  if (first === undefined || last === undefined) return []
  return takeReached(venue.stops, first < last ? { lowest: first, highest: last } : { lowest: last, highest: first })
}

/** A stop becomes an order like any other: its hold is freed, and what is left of it on the book is held anew within the same entry. */
function trigger(state: EngineState, order: Order, { venue, journal, at, quoteInToman }: Triggering): void {
  const entry = openEntry(state, journal, { kind: 'order', reference: `order:${order.id}`, at })
  setStatus(order, 'IS_OPEN')
  order.arrival = { afterOrderId: state.nextOrderId - 1, seq: entry.seq }
  removeOpenOrder(state, order)
  giveBackHold({ order, entry, journal })
  journal.orders.add(order)
  const admission = admit(venue, order)
  if (typeof admission === 'string') finish(order)
  else enterBook(state, { venue, order, bound: admission.bound, entry, journal, quoteInToman })
}
