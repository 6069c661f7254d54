import { divide, powerOfTen } from './decimal.ts'
import { FEE_QUICK_TRADE, feeOn } from './fee.ts'
import { wholePrice } from './market.ts'
import type { Side } from './order.ts'
import { type Amount, amount, type Ppm, type Price } from './units.ts'

interface QuickTradeFigures {
  readonly side: Side
  readonly quantity: Amount
  readonly unitPrice: Price
  /** Absent: the default fee of a quick trade. */
  readonly rate?: Ppm
}

interface QuickTradeMarket {
  readonly base: { readonly decimals: number }
  readonly quote: BilledCoin
}

export interface BilledCoin {
  readonly decimals: number
  /** The precision of payment, which is also the precision of display. */
  readonly billedDecimals: number
}

/**
 * The amounts that a quick trade moves, at the precision in which they are shown, so that the figures shown add up exactly. A buyer pays
 * the value rounded up, a seller receives it rounded down, so that the inventory never loses a fraction; the fee, in the received coin, is
 * rounded down.
 */
export function quickTradeParts(
  { side, quantity, unitPrice, rate = FEE_QUICK_TRADE }: QuickTradeFigures,
  market: QuickTradeMarket,
): { readonly value: Amount; readonly fee: Amount } {
  const direction = side === 'BUY' ? 'up' : 'down'
  const value = billed(wholePrice({ quantity, unitPrice, market }, direction), market.quote, direction)
  // The traded coins are paid exactly.
  const fee = side === 'BUY' ? feeOn(quantity, rate) : billed(feeOn(value, rate), market.quote, 'down')
  return { value, fee }
}

/** Rounds a value to the precision in which the coin is paid and shown, in its base units. */
export function billed(value: Amount, { decimals, billedDecimals }: BilledCoin, direction: 'up' | 'down'): Amount {
  const step = powerOfTen(decimals - billedDecimals)
  return amount(divide(value, step, direction) * step)
}
