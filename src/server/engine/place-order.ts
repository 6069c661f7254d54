import { limitPriceBounds, misfitOf } from '#domain/market.ts'
import { opposite, PLAIN_TERMS, type Side } from '#domain/order.ts'
import type { OrderOutcome } from '#domain/outcome.ts'
import { type Amount, MILLION, type Price } from '#domain/units.ts'
import { addStop, bestLevel, isReached, sideOf } from './book.ts'
import { type PlaceOrder, type RefusedOutcome, refused } from './commands.ts'
import { admit, enter, startTurn } from './enter-orders.ts'
import { type Journal, openEntry } from './journal.ts'
import { addOpenOrder, takeHold } from './open-orders.ts'
import { holdFor, newOrder, outcomeOf, spentCoin } from './order.ts'
import { type EngineState, isOpen, type Venue, venueOf } from './state.ts'
import { balanceOf, walletOf } from './wallet.ts'

/**
 * Lets an order enter the book or wait for its price, and then the stops that its trades have triggered. Refuses in this order:
 * MARKET_IS_NOT_ACTIVE, what `misfitOf` finds in its prices, amount and total, UNIT_PRICE_OUT_OF_BAND, EXPIRY_IN_PAST,
 * TOO_MANY_OPEN_ORDERS, what `admit` refuses of an order that enters the book now, NOT_ENOUGH_BALANCE, and the warning of a limit price far
 * worse than the market.
 */
export function placeOrder(state: EngineState, command: PlaceOrder, journal: Journal): OrderOutcome | RefusedOutcome {
  const { side, userId, amount, unitPrice, terms = PLAIN_TERMS, at, quoteInToman } = command
  const venue = venueOf(state, command.marketId)
  if (!isOpen(state, venue)) return refused('MARKET_IS_NOT_ACTIVE')
  // The order was read under the rules of the moment when it came, which may have changed since.
  const misfit = misfitOf({ unitPrice, stopPrice: terms.stopPrice, amount }, venue.market)
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

/** Returns the reference price if the limit is farther from it than the market accepts: a slip, or money given away on purpose. */
function referenceLeft({ unitPrice, referencePrice }: PlaceOrder, { market }: Venue): Price | undefined {
  if (unitPrice === undefined || referencePrice === undefined) return undefined
  const { min, max } = limitPriceBounds(referencePrice, market)
  return unitPrice < min || unitPrice > max ? referencePrice : undefined
}

/** Whether an order may stay open by its own terms: a stop, or a limit order that need not trade immediately. */
const mayStay = ({ unitPrice, terms = PLAIN_TERMS }: PlaceOrder) =>
  unitPrice !== undefined && (terms.timeInForce === 'GTC' || terms.stopPrice !== undefined)

/** A stop waits unless the market has already reached its price. */
const waits = ({ lastPrice }: Venue, { side, terms }: PlaceOrder) =>
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
  const slack = (marketPrice * market.forceWarning) / MILLION
  const isFar = side === 'BUY' ? unitPrice > marketPrice + slack : unitPrice < marketPrice - slack
  return isFar ? marketPrice : undefined
}
