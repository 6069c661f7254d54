import { wholePrice } from '#domain/market.ts'
import { opposite, type SelfTradePrevention, type Side } from '#domain/order.ts'
import { type Amount, amount, type Price, price, ZERO } from '#domain/units.ts'
import { bestLevel, crosses, sideOf } from './book.ts'
import { remainingOf } from './order.ts'
import type { Venue } from './state.ts'

const MILLION = 1_000_000n

/** The worst price that a market order may trade at: the protection band around the best. `undefined`: an empty side. */
export function bandBound({ market, book }: Venue, side: Side): Price | undefined {
  const best = bestLevel(sideOf(book, opposite(side)))
  if (!best) return undefined
  const slack = (best.price * market.protectionBand) / MILLION
  return price(side === 'BUY' ? best.price + slack : best.price - slack)
}

export interface Taking {
  readonly side: Side
  readonly quantity: Amount
  readonly userId: number
  /** The worst price it may trade at. */
  readonly bound: Price
  readonly selfTradePrevention: SelfTradePrevention
}

/**
 * What an order would take from the book as it stands, and what that costs or brings; nothing is changed. Where the newer gives
 * way, an order of `userId` himself ends the walk, as it ends the order.
 */
export function planTaking({ market, book }: Venue, taking: Taking): { fillable: Amount; value: Amount } {
  const { side, quantity, userId, bound, selfTradePrevention } = taking
  const other = sideOf(book, opposite(side))
  let fillable: Amount = ZERO
  let value: Amount = ZERO
  for (let i = other.levels.length - 1; i >= 0 && fillable < quantity; i--) {
    const level = other.levels[i]
    if (!level || !crosses(side, bound, level)) break
    for (let order = level.first; order && fillable < quantity; order = order.later) {
      if (order.userId === userId) {
        if (selfTradePrevention === 'CANCEL_OLDER') continue
        return { fillable, value }
      }
      const left = remainingOf(order)
      const part = left < quantity - fillable ? left : amount(quantity - fillable)
      fillable = amount(fillable + part)
      value = amount(value + wholePrice({ quantity: part, unitPrice: level.price, market }, 'down'))
    }
  }
  return { fillable, value }
}

/** Can the whole quantity be taken? Whole levels are counted first, so that a "no" does not cost a walk past every order. */
export function isWhollyFillable(venue: Venue, taking: Taking): boolean {
  const { side, quantity, bound } = taking
  const { levels } = sideOf(venue.book, opposite(side))
  let volume: Amount = ZERO
  for (let i = levels.length - 1; i >= 0 && volume < quantity; i--) {
    const level = levels[i]
    if (!level || !crosses(side, bound, level)) break
    volume = amount(volume + level.volume)
  }
  return volume >= quantity && planTaking(venue, taking).fillable === quantity
}
