import { wholePrice } from '#domain/market.ts'
import { opposite, type Side } from '#domain/order.ts'
import { type Amount, amount, type Price, price, ZERO } from '#domain/units.ts'
import { bestLevel, crosses, sideOf } from './book.ts'
import type { Venue } from './state.ts'

const MILLION = 1_000_000n

export interface MarketPlan {
  /** What of the asked amount the book can fill within the band. */
  readonly fillable: Amount
  /** What that costs or brings. */
  readonly value: Amount
  /** The worst price that the order may trade at. */
  readonly bound: Price
}

/**
 * What a market order of this amount would meet on the book as it stands, within the market's protection band around
 * the best price; nothing is changed. `undefined` when the other side is empty.
 * An order of `userId` himself ends the walk, as it ends the order: the newer gives way.
 */
export function planMarketOrder(
  { market, book }: Venue,
  { side, quantity, userId }: { side: Side; quantity: Amount; userId: number | undefined },
): MarketPlan | undefined {
  const other = sideOf(book, opposite(side))
  const best = bestLevel(other)
  if (!best) return undefined
  const slack = (best.price * market.protectionBand) / MILLION
  const bound = price(side === 'BUY' ? best.price + slack : best.price - slack)
  let fillable: Amount = ZERO
  let value: Amount = ZERO
  for (let i = other.levels.length - 1; i >= 0 && fillable < quantity; i--) {
    const level = other.levels[i]
    if (!level || !crosses(side, bound, level)) break
    for (let order = level.first; order && fillable < quantity; order = order.later) {
      if (order.userId === userId) return { fillable, value, bound }
      const left = amount(order.amount - order.executed)
      const part = left < quantity - fillable ? left : amount(quantity - fillable)
      fillable = amount(fillable + part)
      value = amount(value + wholePrice({ quantity: part, unitPrice: level.price, market }, 'down'))
    }
  }
  return { fillable, value, bound }
}
