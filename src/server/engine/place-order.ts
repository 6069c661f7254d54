import { limitPriceBounds, type Market, misfitOf } from '#domain/market.ts'
import { opposite, PLAIN_TERMS, type Side, setStatus } from '#domain/order.ts'
import type { OrderOutcome } from '#domain/outcome.ts'
import { type Amount, amount, MILLION, type Price } from '#domain/units.ts'
import { addStop, bestLevel, dequeue, forgetExpiry, isReached, reduceVolume, sideOf, watchExpiry } from './book.ts'
import { type AmendOrder, type PlaceOrder, type RefusedOutcome, refused } from './commands.ts'
import { admit, enter, startTurn } from './enter-orders.ts'
import { type Journal, openEntry } from './journal.ts'
import { limitOf } from './match.ts'
import { addOpenOrder, giveBackHold, removeOrder, takeHold } from './open-orders.ts'
import { holdFor, isDequeued, newOrder, type Order, outcomeOf, remainingOf, spentCoin } from './order.ts'
import { type EngineState, isOpen, type Venue, venueOf } from './state.ts'
import { balanceOf, walletOf } from './wallet.ts'

/**
 * Lets an order enter the book or wait for its price, and then the stops that its trades have triggered. Refuses in this order:
 * MARKET_IS_NOT_ACTIVE, what `misfitOf` finds in its prices, amount and total, UNIT_PRICE_OUT_OF_BAND, EXPIRY_IN_PAST,
 * TOO_MANY_OPEN_ORDERS, what `admit` refuses of an order that enters the book now, NOT_ENOUGH_BALANCE, and the warning of a limit price far
 * worse than the market.
 */
export function placeOrder(state: EngineState, command: PlaceOrder, journal: Journal): OrderOutcome | RefusedOutcome {
  const { side, userId, unitPrice, terms = PLAIN_TERMS, at, quoteInToman } = command
  const venue = venueOf(state, command.marketId)
  if (!isOpen(state, venue)) return refused('MARKET_IS_NOT_ACTIVE')
  // The order was read under the rules of the moment when it came, which may have changed since.
  const misfit = misfitOf({ ...terms, side, unitPrice, amount: command.amount }, venue.market)
  if (misfit) return refused(misfit)
  const reference = referenceLeft(command, venue)
  if (reference !== undefined) return refused('UNIT_PRICE_OUT_OF_BAND', { marketPrice: reference })
  // Otherwise it would enter the book after its expiry.
  if (terms.expiresAt !== undefined && terms.expiresAt <= at) return refused('EXPIRY_IN_PAST')
  if (mayStay(command) && (venue.openCounts.get(userId) ?? 0) >= venue.market.openOrdersMax)
    return refused('TOO_MANY_OPEN_ORDERS')
  const whose = { ownerId: userId, coinId: spentCoin(venue.market, side).id }
  // A stop that waits is checked against the book when it is triggered.
  const admission = waits(venue, command) ? undefined : admit(venue, command, state)
  if (typeof admission === 'string') return refused(admission)
  const cost = admission?.cost ?? holdAtLimit(venue, command)
  if (balanceOf(state, whose).available < cost) return refused('NOT_ENOUGH_BALANCE')
  const marketPrice = command.warnsOfPrice ? farBetterPrice(venue, side, unitPrice) : undefined
  if (marketPrice !== undefined) return refused('NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', { marketPrice })

  const id = state.nextOrderId++
  const order = newOrder(command, { id, status: admission ? 'IS_OPEN' : 'PENDING', wallet: walletOf(state, whose) })
  const entry = openEntry(state, journal, { kind: 'order', reference: `order:${id}`, at })
  journal.orders.add(order)
  if (!admission) {
    takeHold({ order, entry, journal }, cost)
    addStop(venue.stops, order)
    addOpenOrder(state, order)
    return outcomeOf(order, at)
  }
  const entering = { order, bound: admission.bound, quoteInToman, prices: undefined }
  enter(state, { venue, entering, entry, turn: startTurn(state, { journal, at }) })
  return outcomeOf(order, at)
}

/**
 * Changes an open order in one step, or refuses and leaves it as it is. An order whose prices stay and whose amount does not rise keeps its
 * place in the queue, and a stop that waits on keeps its place among the stops; any other order leaves the book and enters it again under
 * its id, as a new order would. Refuses in this order: ORDER_NOT_OPEN (it has ended or expired, or still enters the book in turns),
 * OCO_NOT_AMENDABLE, MARKET_IS_NOT_ACTIVE, STOP_ALREADY_TRIGGERED, what `misfitOf` finds, AMOUNT_ALREADY_EXECUTED, EXPIRY_IN_PAST, and
 * unless it keeps its place UNIT_PRICE_OUT_OF_BAND, what `admit` refuses, NOT_ENOUGH_BALANCE, and the warning of a limit price far worse
 * than the market.
 */
export function amendOrder(state: EngineState, command: AmendOrder, journal: Journal): OrderOutcome | RefusedOutcome {
  const { userId, orderId, at, quoteInToman } = command
  const order = state.orders.get(userId)?.get(orderId)
  if (!order || isDequeued(order)) return refused('ORDER_NOT_OPEN')
  if (order.linkedOrderId !== undefined) return refused('OCO_NOT_AMENDABLE')
  const venue = venueOf(state, order.marketId)
  if (!isOpen(state, venue)) return refused('MARKET_IS_NOT_ACTIVE')
  const { side, status, terms, executed } = order
  const { amount: whole = order.amount, unitPrice = limitOf(order), stopPrice = terms.stopPrice } = command
  const expiresAt = command.expiresAt === undefined ? terms.expiresAt : (command.expiresAt ?? undefined)
  const isSameStop = stopPrice === terms.stopPrice
  if (!isSameStop && status !== 'PENDING') return refused('STOP_ALREADY_TRIGGERED')
  const figures = { ...terms, side, unitPrice, stopPrice, amount: whole }
  const misfit = misfitOf(figures, venue.market, { isDistanceKept: isSameStop })
  if (misfit) return refused(misfit)
  if (whole <= executed) return refused('AMOUNT_ALREADY_EXECUTED')
  if (typeof command.expiresAt === 'number' && command.expiresAt <= at) return refused('EXPIRY_IN_PAST')
  const isSameTerms = isSameStop && expiresAt === terms.expiresAt
  const wanted: Wanted = { amount: whole, unitPrice, terms: isSameTerms ? terms : { ...terms, stopPrice, expiresAt } }
  const keepsPlace = isSameStop && unitPrice === order.unitPrice && whole <= order.amount
  const admission = keepsPlace ? undefined : readmit(state, venue, { order, wanted, command })
  if (admission?.kind === 'refused') return admission

  const entry = openEntry(state, journal, { kind: 'amend', reference: `order:${orderId}`, at })
  const change = { order, entry, journal }
  journal.orders.add(order)
  if (admission?.kind !== 'enters') {
    if (keepsPlace && order.level) reduceVolume(order.level, amount(order.amount - whole))
    else dequeue(order)
    forgetExpiry(state.expiries, order)
    Object.assign(order, wanted)
    watchExpiry(state.expiries, order)
    if (!keepsPlace) addStop(venue.stops, order)
    giveBackHold(change)
    takeHold(change, holdFor({ side, quantity: remainingOf(order), unitPrice }, venue.market))
    return outcomeOf(order, at)
  }
  if (status === 'PENDING') setStatus(order, 'IS_OPEN')
  else journal.leftPlaces.push({ ...order })
  removeOrder(state, order)
  giveBackHold(change)
  Object.assign(order, wanted)
  order.arrival = { afterOrderId: state.nextOrderId - 1, seq: entry.seq }
  const entering = { order, bound: unitPrice, quoteInToman, prices: undefined }
  enter(state, { venue, entering, entry, turn: startTurn(state, { journal, at }) })
  return outcomeOf(order, at)
}

/** The figures of an amended order. */
type Wanted = { readonly unitPrice: Price } & Pick<Order, 'amount' | 'terms'>

/** Checks the rest of an amended order as if it were placed now. Its own hold pays for it. */
function readmit(
  state: EngineState,
  venue: Venue,
  { order, wanted, command }: { order: Order; wanted: Wanted; command: AmendOrder },
): RefusedOutcome | { readonly kind: 'enters' | 'waits' } {
  const { side, userId, status, executed, held, wallet } = order
  const { unitPrice, terms } = wanted
  const { referencePrice, warnsOfPrice } = command
  const reference = referenceLeft({ unitPrice, referencePrice }, venue)
  if (reference !== undefined) return refused('UNIT_PRICE_OUT_OF_BAND', { marketPrice: reference })
  const quantity = amount(wanted.amount - executed)
  const kind = status === 'PENDING' && waits(venue, { side, terms }) ? 'waits' : 'enters'
  const admission = kind === 'waits' || admit(venue, { side, userId, amount: quantity, unitPrice, terms }, state)
  if (typeof admission === 'string') return refused(admission)
  if (wallet.available + held < holdFor({ side, quantity, unitPrice }, venue.market))
    return refused('NOT_ENOUGH_BALANCE')
  const marketPrice = warnsOfPrice ? farBetterPrice(venue, side, unitPrice) : undefined
  if (marketPrice === undefined) return { kind }
  return refused('NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', { marketPrice })
}

/** Returns the reference price if the limit is farther from it than the market accepts: a slip, or money given away on purpose. */
export function referenceLeft(
  { unitPrice, referencePrice }: Pick<PlaceOrder, 'unitPrice' | 'referencePrice'>,
  { market }: Venue,
): Price | undefined {
  if (unitPrice === undefined || referencePrice === undefined) return undefined
  const { min, max } = limitPriceBounds(referencePrice, market)
  return unitPrice < min || unitPrice > max ? referencePrice : undefined
}

/** Whether an order may stay open by its own terms: a stop, or a limit order that need not trade immediately. */
const mayStay = ({ unitPrice, terms = PLAIN_TERMS }: PlaceOrder) =>
  unitPrice !== undefined && (terms.timeInForce === 'GTC' || terms.stopPrice !== undefined)

/** A stop waits unless the market has already reached its price. */
const waits = ({ lastPrice }: Venue, { side, terms }: Pick<PlaceOrder, 'side' | 'terms'>) =>
  terms?.stopPrice !== undefined && !isReached({ side, stopPrice: terms.stopPrice }, lastPrice)

/** The hold of a stop while it waits. */
function holdAtLimit({ market }: Venue, { side, amount: quantity, unitPrice }: PlaceOrder): Amount {
  if (unitPrice === undefined) throw new Error('a stop has a limit')
  return holdFor({ side, quantity, unitPrice }, market)
}

/** Returns the market's price (the best of the other side, else the last trade) if the limit is worse by more than the force warning. */
function farBetterPrice(
  { market, book, lastPrice }: Venue,
  side: Side,
  unitPrice: Price | undefined,
): Price | undefined {
  const marketPrice = bestLevel(sideOf(book, opposite(side)))?.price ?? lastPrice
  if (marketPrice === undefined || unitPrice === undefined) return undefined
  return isFarWorse({ side, unitPrice, marketPrice }, market) ? marketPrice : undefined
}

/** Whether a limit is worse than a price of the market by more than its force warning. */
export function isFarWorse(
  { side, unitPrice, marketPrice }: { readonly side: Side; readonly unitPrice: Price; readonly marketPrice: Price },
  { forceWarning }: Pick<Market, 'forceWarning'>,
): boolean {
  const slack = (marketPrice * forceWarning) / MILLION
  return side === 'BUY' ? unitPrice > marketPrice + slack : unitPrice < marketPrice - slack
}
