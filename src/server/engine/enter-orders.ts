import type { Entry } from '#domain/ledger.ts'
import { isMarketOpen } from '#domain/market-state.ts'
import { setStatus } from '#domain/order.ts'
import type { Price } from '#domain/units.ts'
import { admit, costOfTurn } from './admit.ts'
import { takeReached } from './book.ts'
import type { ContinuedOutcome, ContinueOrders } from './commands.ts'
import { type Journal, openEntry } from './journal.ts'
import { enterBook, finish, type Turn } from './match.ts'
import { giveBackHold, removeOpenOrder } from './open-orders.ts'
import type { Order } from './order.ts'
import { type EngineState, type Entering, isOpen, type Venue } from './state.ts'

export const startTurn = ({ matchesMax }: EngineState, { journal, at }: Omit<Turn, 'matchesLeft'>): Turn => ({
  journal,
  at,
  matchesLeft: matchesMax,
})

/**
 * Lets a new order enter the book, and then the stops that its trades have triggered. One turn meets a bounded number of orders;
 * `continueOrders` does the rest. Others trade between two turns: the order continues on the book as it is then, never beyond the bound
 * that it entered with, so that it pays no worse price than it would have.
 */
export function enter(
  state: EngineState,
  { venue, entering, entry, turn }: { venue: Venue; entering: Entering; entry: Entry; turn: Turn },
): void {
  const isFirst = venue.underWay.size === 0
  advance(state, { venue, entering, entry, turn })
  // An order that met only orders of its own user moved no money, and an entry without postings is not written.
  if (turn.journal.postings.at(-1)?.seq !== entry.seq) turn.journal.entries.pop()
  if (isFirst) continueVenue(state, venue, turn)
  if (venue.underWay.size > 0) state.busyVenues.add(venue)
}

/** Runs the next turn of the market that waits longest. Orders of a closed market wait. */
export function continueOrders(state: EngineState, { at }: ContinueOrders, journal: Journal): ContinuedOutcome {
  for (const venue of state.busyVenues) {
    if (!isOpen(state, venue)) continue
    state.busyVenues.delete(venue)
    continueVenue(state, venue, startTurn(state, { journal, at }))
    if (venue.underWay.size > 0) state.busyVenues.add(venue)
    break
  }
  return { kind: 'continued' }
}

/** Whether `continueOrders` has work at this time. */
export function hasOrdersUnderWay({ busyVenues, rules }: EngineState, at: number): boolean {
  for (const { market } of busyVenues) if (isMarketOpen(market, rules, new Date(at))) return true
  return false
}

/** The loop also reaches the stops that are triggered while it runs. */
function continueVenue(state: EngineState, venue: Venue, turn: Turn): void {
  for (const entering of venue.underWay) {
    if (turn.matchesLeft <= 0) return
    if (isStanding(state, entering.order)) proceed(state, { venue, entering, turn })
    else venue.underWay.delete(entering)
  }
}

/** Neither cancelled since, nor expired. */
const isStanding = ({ orders, expiries }: EngineState, order: Order) =>
  orders.get(order.userId)?.get(order.id) === order && !expiries.overdue.has(order)

/** Frees its hold and holds what is left of it anew, within the same entry. */
function proceed(
  state: EngineState,
  { venue, entering, turn }: { venue: Venue; entering: Entering; turn: Turn },
): void {
  const { order, bound } = entering
  const { journal, at } = turn
  const entry = openEntry(state, journal, { kind: 'order', reference: `order:${order.id}`, at })
  removeOpenOrder(state, order)
  giveBackHold({ order, entry, journal })
  journal.orders.add(order)
  const isTaken =
    bound === undefined ? isAdmitted(state, { venue, entering, entry }) : isPaid(venue, { order, bound, turn })
  if (!isTaken) {
    finish(order)
    venue.underWay.delete(entering)
    return
  }
  advance(state, { venue, entering, entry, turn })
  // A stop uses a part of the turn even if it meets nothing.
  if (bound === undefined) turn.matchesLeft -= 1
}

/** Turns a triggered stop into an ordinary order if the present book admits it. */
function isAdmitted(
  state: EngineState,
  { venue, entering, entry }: { venue: Venue; entering: Entering; entry: Entry },
): boolean {
  const { order } = entering
  setStatus(order, 'IS_OPEN')
  order.arrival = { afterOrderId: state.nextOrderId - 1, seq: entry.seq }
  const admission = admit(venue, order, state)
  if (typeof admission === 'string') return false
  entering.bound = admission.bound
  return true
}

/** Others have traded since a market order was admitted: it ends if its next fills cost more than its buyer has. */
function isPaid(venue: Venue, going: { order: Order; bound: Price; turn: Turn }): boolean {
  const { unitPrice, side, wallet } = going.order
  return unitPrice !== undefined || side === 'SELL' || costOfTurn(venue, going) <= wallet.available
}

/**
 * Matches an order against the book within this turn. If that ends the order, the stops that it triggered follow, in the order in which
 * they were placed.
 */
function advance(
  state: EngineState,
  { venue, entering, entry, turn }: { venue: Venue; entering: Entering; entry: Entry; turn: Turn },
): void {
  const { order, bound, quoteInToman } = entering
  if (bound === undefined) throw new Error(`order ${order.id} comes to the book without a bound`)
  const { journal } = turn
  const firstTrade = journal.trades.length
  const isDone = enterBook(state, { venue, order, bound, entry, journal, quoteInToman, turn })
  entering.prices = widened(entering.prices, journal, firstTrade)
  if (!isDone) {
    venue.underWay.add(entering)
    return
  }
  venue.underWay.delete(entering)
  if (!entering.prices) return
  for (const stop of takeReached(venue.stops, entering.prices))
    venue.underWay.add({ order: stop, bound: undefined, quoteInToman, prices: undefined })
}

const lower = (a: Price, b: Price): Price => (a < b ? a : b)
const higher = (a: Price, b: Price): Price => (a > b ? a : b)

/** An order walks the book in one direction within a turn, so its first and its last price are the bounds of all of them. */
function widened(before: Entering['prices'], { trades }: Journal, firstTrade: number): Entering['prices'] {
  const first = trades[firstTrade]?.unitPrice
  const last = trades.at(-1)?.unitPrice
  if (first === undefined || last === undefined) return before
  const [from, to] = first < last ? [first, last] : [last, first]
  if (!before) return { lowest: from, highest: to }
  return { lowest: lower(from, before.lowest), highest: higher(to, before.highest) }
}
