import type { Market } from '#domain/market.ts'

/** The oracle's own arithmetic, so that a mistake in `#domain` is not repeated here. */

const MILLION = 1_000_000n

export const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, each) => total + each, 0n)

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const larger = (a: bigint, b: bigint): bigint => (a < b ? b : a)

/** The payment for a quantity at a price: whole units of the quote coin, rounded down. */
export function worthOf(quantity: bigint, price: bigint, { base, quote }: Market): bigint {
  return (quantity * price * 10n ** BigInt(quote.decimals)) / 10n ** BigInt(base.decimals + 8)
}

/** The amount to set aside for that payment: rounded up. */
export function costOf(quantity: bigint, price: bigint, market: Market): bigint {
  const bottom = 10n ** BigInt(market.base.decimals + 8)
  const top = quantity * price * 10n ** BigInt(market.quote.decimals)
  return top / bottom + (top % bottom > 0n ? 1n : 0n)
}

/** Fees and rewards are rounded down, in favour of their payer. */
export const shareOf = (quantity: bigint, share: bigint): bigint => (quantity * share) / MILLION

interface Distance {
  readonly side: 'BUY' | 'SELL'
  readonly price: bigint
  readonly from: bigint
}

const worseBy = ({ side, price, from }: Distance) => (side === 'BUY' ? price - from : from - price) * MILLION

/** Whether the price is further from `from`, to the disadvantage of that side, than the share allows. */
export const isFurtherThan = (share: bigint, distance: Distance) => worseBy(distance) > distance.from * share

/** Whether it is exactly that far. */
export const isOnEdge = (share: bigint, distance: Distance) => worseBy(distance) === distance.from * share
