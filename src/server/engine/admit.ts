import { type OrderTerms, opposite } from '#domain/order.ts'
import { type Amount, amount, type Price } from '#domain/units.ts'
import { bestLevel, crosses, sideOf } from './book.ts'
import type { EngineRefusal } from './commands.ts'
import { holdFor } from './hold-of.ts'
import type { Order } from './order.ts'
import type { Venue } from './state.ts'
import { bandBound, isWhollyFillable, planTaking } from './taking-plan.ts'

const judged = Symbol('judged')

/**
 * Leave to enter the book as it stands at this moment. `admit` alone can give it, and `enterBook` asks for it: whichever way an order
 * comes to the book, its terms are judged there.
 */
export interface Admission {
  readonly [judged]: true
  /** The worst price that the order may trade at. */
  readonly bound: Price
  /** What its owner must have free: what is held at its limit, or of a market order what it spends. */
  readonly cost: Amount
}

/** An order that is about to enter the book. */
interface Asked {
  readonly side: Order['side']
  readonly userId: number
  readonly amount: Amount
  /** Absent: a market order. */
  readonly unitPrice: Price | undefined
  readonly terms: OrderTerms
}

/**
 * Judges an order's terms by the book as it stands: NO_LIQUIDITY (one that must trade at once, and cannot at all),
 * POST_ONLY_WOULD_TRADE, FILL_OR_KILL_NOT_FILLABLE.
 */
export function admit(venue: Venue, order: Asked): Admission | EngineRefusal {
  const { side, amount: quantity, unitPrice } = order
  if (unitPrice === undefined) return admitMarketOrder(venue, order)
  const objection = objectionOfBook(venue, order, unitPrice)
  if (objection) return objection
  return { [judged]: true, bound: unitPrice, cost: holdFor({ side, quantity, unitPrice }, venue.market) }
}

function admitMarketOrder(venue: Venue, order: Asked): Admission | EngineRefusal {
  const { side, userId, amount: quantity, terms } = order
  const bound = bandBound(venue, side)
  if (bound === undefined) return 'NO_LIQUIDITY'
  const { selfTradePrevention, timeInForce } = terms
  const { fillable, value } = planTaking(venue, { side, quantity, userId, bound, selfTradePrevention })
  if (fillable === 0n) return 'NO_LIQUIDITY'
  if (timeInForce === 'FOK' && fillable < quantity) return 'FILL_OR_KILL_NOT_FILLABLE'
  return { [judged]: true, bound, cost: side === 'BUY' ? value : quantity }
}

/** What the book says against the terms of an order with a limit. */
function objectionOfBook(venue: Venue, order: Asked, bound: Price): EngineRefusal | undefined {
  const { timeInForce, postOnly, selfTradePrevention } = order.terms
  if (timeInForce === 'GTC' && !postOnly) return undefined
  const { side, userId } = order
  const best = bestLevel(sideOf(venue.book, opposite(side)))
  if (postOnly) return best && crosses(side, bound, best) ? 'POST_ONLY_WOULD_TRADE' : undefined
  const taking = { side, userId, bound, selfTradePrevention }
  if (timeInForce === 'FOK')
    return isWhollyFillable(venue, { ...taking, quantity: order.amount }) ? undefined : 'FILL_OR_KILL_NOT_FILLABLE'
  return planTaking(venue, { ...taking, quantity: amount(1n) }).fillable === 0n ? 'NO_LIQUIDITY' : undefined
}
