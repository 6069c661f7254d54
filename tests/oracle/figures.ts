import type { Market } from '#domain/market.ts'

/** The oracle's own arithmetic, so that a slip in `#domain` is not made twice. */

const MILLION = 1_000_000n

export const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, each) => total + each, 0n)

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** What is paid for a quantity at a price: whole units of the quote coin, the fraction dropped. */
export function worthOf(quantity: bigint, price: bigint, { base, quote }: Market): bigint {
  return (quantity * price * 10n ** BigInt(quote.decimals)) / 10n ** BigInt(base.decimals + 8)
}

/** What must be set aside to be able to pay that: a started unit is a whole one. */
export function costOf(quantity: bigint, price: bigint, market: Market): bigint {
  const bottom = 10n ** BigInt(market.base.decimals + 8)
  const top = quantity * price * 10n ** BigInt(market.quote.decimals)
  return top / bottom + (top % bottom > 0n ? 1n : 0n)
}

/** Fees and rewards drop the fraction, in favour of their payer. */
export const shareOf = (quantity: bigint, share: bigint): bigint => (quantity * share) / MILLION

interface Distance {
  readonly side: 'BUY' | 'SELL'
  readonly price: bigint
  readonly from: bigint
}

const worseBy = ({ side, price, from }: Distance) => (side === 'BUY' ? price - from : from - price) * MILLION

/** Is the price further from `from`, to the disadvantage of that side, than the share allows? */
export const isFurtherThan = (share: bigint, distance: Distance) => worseBy(distance) > distance.from * share

/** Is it as far as that and no further? */
export const isOnEdge = (share: bigint, distance: Distance) => worseBy(distance) === distance.from * share
