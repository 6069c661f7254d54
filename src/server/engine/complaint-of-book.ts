import { opposite } from '#domain/order.ts'
import type { OrderTerms } from '#domain/order-terms.ts'
import { type Amount, amount, type Price } from '#domain/units.ts'
import { bestLevel, crosses, sideOf } from './book.ts'
import type { EngineRefusal } from './commands.ts'
import type { Order } from './order.ts'
import type { Venue } from './state.ts'
import { isWhollyFillable, planTaking } from './taking-plan.ts'

interface Asked {
  readonly side: Order['side']
  readonly userId: number
  readonly amount: Amount
  readonly terms: OrderTerms
}

/**
 * What the book as it stands says against the terms of an order that may trade up to `bound`: POST_ONLY_WOULD_TRADE,
 * FILL_OR_KILL_NOT_FILLABLE, NO_LIQUIDITY (one that must trade at once, and cannot at all).
 */
export function complaintOfBook(venue: Venue, order: Asked, bound: Price): EngineRefusal | undefined {
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
