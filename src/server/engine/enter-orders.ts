import type { Entry } from '#domain/ledger.ts'
import { wholePrice } from '#domain/market.ts'
import { isMarketOpen } from '#domain/market-state.ts'
import { opposite, PLAIN_TERMS, type SelfTradePrevention, type Side, setStatus } from '#domain/order.ts'
import { type Amount, amount, larger, MILLION, type Price, price, smaller, ZERO } from '#domain/units.ts'
import { bestLevel, crossedLevels, crosses, sideOf, takeReached, trailStops } from './book.ts'
import type { ContinuedOutcome, ContinueOrders, EngineRefusal, PlaceOrder } from './commands.ts'
import { type Journal, openEntry } from './journal.ts'
import { enterBook, finish, type IncomingOrder, limitOf, type Turn } from './match.ts'
import { endOtherLeg, giveBackHold, type OrderChange, removeOpenOrder, takeHold } from './open-orders.ts'
import { holdFor, type Order, remainingOf } from './order.ts'
import { type EngineState, type Entering, isOpen, type Venue, venueOf } from './state.ts'

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
  // A restart may have come between the trades that triggered an OCO order and its end of the other leg.
  if (bound === undefined) takeOverHold(state, { order, entry, journal })
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

/**
 * Ends the other leg of a triggered OCO order and lets the stop hold all that it needs: its user cannot spend the difference before the
 * stop's turn comes.
 */
function takeOverHold(state: EngineState, change: OrderChange): void {
  const { order, journal } = change
  if (!endOtherLeg(state, change)) return
  const { market } = venueOf(state, order.marketId)
  giveBackHold(change)
  takeHold(change, holdFor({ side: order.side, quantity: order.amount, unitPrice: limitOf(order) }, market))
  journal.orders.add(order)
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
  // An order to buy has walked up the book, one to sell down: a stop that follows the market sees the first price before the others.
  const { lowest, highest } = entering.prices
  const [first, last] = order.side === 'BUY' ? [lowest, highest] : [highest, lowest]
  for (const moved of trailStops(venue.stops, first)) journal.orders.add(moved)
  for (const stop of takeReached(venue.stops, entering.prices)) {
    takeOverHold(state, { order: stop, entry, journal })
    venue.underWay.add({ order: stop, bound: undefined, quoteInToman, prices: undefined })
  }
  for (const moved of trailStops(venue.stops, last)) journal.orders.add(moved)
}

/** An order walks the book in one direction within a turn, so its first and its last price are the bounds of all of them. */
function widened(before: Entering['prices'], { trades }: Journal, firstTrade: number): Entering['prices'] {
  const first = trades[firstTrade]?.unitPrice
  const last = trades.at(-1)?.unitPrice
  if (first === undefined || last === undefined) return before
  const [from, to] = first < last ? [first, last] : [last, first]
  if (!before) return { lowest: from, highest: to }
  return { lowest: smaller(from, before.lowest), highest: larger(to, before.highest) }
}

/** The terms on which an order may enter the book. */
export interface Admission {
  /** The worst price that the order may trade at. */
  readonly bound: Price
  /** Funds that its user must have available: the hold at its limit, or what a market order spends. */
  readonly cost: Amount
}

/** A new order or a triggered stop that asks to enter the book. */
type Applicant = Pick<PlaceOrder, 'side' | 'userId' | 'amount' | 'unitPrice' | 'terms'>

/**
 * Checks an order's terms against the present book: NO_LIQUIDITY (a market or IOC order that cannot trade at all), POST_ONLY_WOULD_TRADE,
 * FILL_OR_KILL_NOT_FILLABLE (also if it would meet more orders than one turn allows). Every order is admitted here before it enters the book,
 * a stop when it is triggered.
 */
export function admit(
  venue: Venue,
  order: Applicant,
  { matchesMax }: Pick<EngineState, 'matchesMax'>,
): Admission | EngineRefusal {
  const { side, amount: quantity, unitPrice } = order
  if (unitPrice === undefined) return admitMarketOrder(venue, order, matchesMax)
  const refusal = checkLimitOrder(venue, order, { bound: unitPrice, matchesMax })
  return refusal ?? { bound: unitPrice, cost: holdFor({ side, quantity, unitPrice }, venue.market) }
}

function admitMarketOrder(venue: Venue, order: Applicant, matchesMax: number): Admission | EngineRefusal {
  const { side, userId, amount: quantity, terms = PLAIN_TERMS } = order
  const bound = bandBound(venue, side)
  if (bound === undefined) return 'NO_LIQUIDITY'
  const { selfTradePrevention, timeInForce } = terms
  const { fillable, value, matches } = planTaking(venue, { side, quantity, userId, bound, selfTradePrevention })
  if (fillable === 0n) return 'NO_LIQUIDITY'
  if (timeInForce === 'FOK' && (fillable < quantity || matches > matchesMax)) return 'FILL_OR_KILL_NOT_FILLABLE'
  return { bound, cost: side === 'BUY' ? value : quantity }
}

function checkLimitOrder(
  venue: Venue,
  { side, userId, amount: quantity, terms = PLAIN_TERMS }: Applicant,
  { bound, matchesMax }: { bound: Price; matchesMax: number },
): EngineRefusal | undefined {
  const { timeInForce, postOnly, selfTradePrevention } = terms
  if (timeInForce === 'GTC' && !postOnly) return undefined
  const best = bestLevel(sideOf(venue.book, opposite(side)))
  if (postOnly) return best && crosses(bound, best) ? 'POST_ONLY_WOULD_TRADE' : undefined
  const taking = { side, userId, bound, selfTradePrevention }
  if (timeInForce === 'FOK')
    return isWhollyFillable(venue, { ...taking, quantity }, matchesMax) ? undefined : 'FILL_OR_KILL_NOT_FILLABLE'
  return planTaking(venue, { ...taking, quantity: amount(1n) }).fillable === 0n ? 'NO_LIQUIDITY' : undefined
}

/** The worst price that a market order may trade at: the edge of the protection band. `undefined` if the side is empty. */
function bandBound({ market, book }: Venue, side: Side): Price | undefined {
  const best = bestLevel(sideOf(book, opposite(side)))
  if (!best) return undefined
  const slack = (best.price * market.protectionBand) / MILLION
  return price(side === 'BUY' ? best.price + slack : best.price - slack)
}

interface Taking {
  readonly side: Side
  readonly quantity: Amount
  readonly userId: number
  readonly bound: Price
  readonly selfTradePrevention: SelfTradePrevention
  /** Orders to meet at most; absent: no limit. */
  readonly most?: number
}

/** The cost of the next turn of a market order to its buyer. */
export function costOfTurn(
  venue: Venue,
  { order, bound, turn }: Pick<IncomingOrder, 'order' | 'bound' | 'turn'>,
): Amount {
  const { side, userId, terms } = order
  const { selfTradePrevention } = terms
  const most = turn.matchesLeft
  return planTaking(venue, { side, quantity: remainingOf(order), userId, bound, selfTradePrevention, most }).value
}

/**
 * Computes what an order would take from the present book and what that costs or brings, without changing anything. If the newer order
 * gives way to self-trade prevention, an order of `userId` ends the walk, as it would end the order.
 */
function planTaking({ market, book }: Venue, taking: Taking): { fillable: Amount; value: Amount; matches: number } {
  const { side, quantity, userId, bound, selfTradePrevention, most = Number.POSITIVE_INFINITY } = taking
  let matches = 0
  let fillable: Amount = ZERO
  let value: Amount = ZERO
  for (const level of crossedLevels(sideOf(book, opposite(side)), bound)) {
    if (fillable === quantity || matches >= most) break
    for (let order = level.first; order && fillable < quantity && matches < most; order = order.later) {
      if (order.userId === userId) {
        if (selfTradePrevention === 'CANCEL_OLDER') continue
        return { fillable, value, matches }
      }
      matches += 1
      const left = remainingOf(order)
      const part = left < quantity - fillable ? left : amount(quantity - fillable)
      fillable = amount(fillable + part)
      value = amount(value + wholePrice({ quantity: part, unitPrice: level.price, market }, 'down'))
    }
  }
  return { fillable, value, matches }
}

/** Whether the whole quantity can be taken. Whole levels are counted first, so that a "no" does not cost a walk past every order. */
function isWhollyFillable(venue: Venue, taking: Taking, matchesMax: number): boolean {
  const { side, quantity, bound } = taking
  let volume = 0n
  for (const level of crossedLevels(sideOf(venue.book, opposite(side)), bound)) {
    volume += level.volume
    if (volume >= quantity) break
  }
  if (volume < quantity) return false
  const { fillable, matches } = planTaking(venue, taking)
  return fillable === quantity && matches <= matchesMax
}
