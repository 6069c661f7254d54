import { wholePrice } from '#domain/market.ts'
import { type OrderTerms, opposite, type SelfTradePrevention, type Side } from '#domain/order.ts'
import { type Amount, amount, type Price, price, ZERO } from '#domain/units.ts'
import { bestLevel, crossedLevels, crosses, sideOf } from './book.ts'
import type { EngineRefusal } from './commands.ts'
import type { IncomingOrder } from './match.ts'
import { holdFor, remainingOf } from './order.ts'
import type { EngineState, Venue } from './state.ts'

const MILLION = 1_000_000n

/** The terms on which an order may enter the book. */
export interface Admission {
  /** The worst price that the order may trade at. */
  readonly bound: Price
  /** Funds that its user must have available: the hold at its limit, or what a market order spends. */
  readonly cost: Amount
}

/** An order that asks to enter the book. */
interface NewOrder {
  readonly side: Side
  readonly userId: number
  readonly amount: Amount
  /** Absent for a market order. */
  readonly unitPrice: Price | undefined
  readonly terms: OrderTerms
}

/**
 * Checks an order's terms against the present book: NO_LIQUIDITY (a market or IOC order that cannot trade at all), POST_ONLY_WOULD_TRADE,
 * FILL_OR_KILL_NOT_FILLABLE (also if it would meet more orders than one turn allows). Every order is admitted here before it enters the book,
 * a stop when it is triggered.
 */
export function admit(
  venue: Venue,
  order: NewOrder,
  { matchesMax }: Pick<EngineState, 'matchesMax'>,
): Admission | EngineRefusal {
  const { side, amount: quantity, unitPrice } = order
  if (unitPrice === undefined) return admitMarketOrder(venue, order, matchesMax)
  const refusal = checkLimitOrder(venue, { ...order, bound: unitPrice }, matchesMax)
  return refusal ?? { bound: unitPrice, cost: holdFor({ side, quantity, unitPrice }, venue.market) }
}

function admitMarketOrder(venue: Venue, order: NewOrder, matchesMax: number): Admission | EngineRefusal {
  const { side, userId, amount: quantity, terms } = order
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
  order: NewOrder & { readonly bound: Price },
  matchesMax: number,
): EngineRefusal | undefined {
  const { timeInForce, postOnly, selfTradePrevention } = order.terms
  if (timeInForce === 'GTC' && !postOnly) return undefined
  const { side, userId, bound } = order
  const best = bestLevel(sideOf(venue.book, opposite(side)))
  if (postOnly) return best && crosses(bound, best) ? 'POST_ONLY_WOULD_TRADE' : undefined
  const taking = { side, userId, bound, selfTradePrevention }
  if (timeInForce === 'FOK')
    return isWhollyFillable(venue, { ...taking, quantity: order.amount }, matchesMax)
      ? undefined
      : 'FILL_OR_KILL_NOT_FILLABLE'
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
