import type { Market } from '#domain/market.ts'

export const sum = (numbers: readonly bigint[]) => numbers.reduce((total, each) => total + each, 0n)

export const smaller = (a: bigint, b: bigint) => (a < b ? a : b)

/** Is this price worse for an order of that side than its limit? */
export const isWorse = (side: 'BUY' | 'SELL', price: bigint, limit: bigint) =>
  side === 'BUY' ? price > limit : price < limit

/** Is the price at the stop or beyond it? */
export const isBeyond = (side: 'BUY' | 'SELL', price: bigint, stop: bigint) =>
  side === 'BUY' ? price >= stop : price <= stop

/** quantity × price as a fraction, and its two neighbours among whole units. */
export function worth(quantity: bigint, price: bigint, { base, quote }: Market) {
  const top = quantity * price * 10n ** BigInt(quote.decimals)
  const bottom = 10n ** BigInt(base.decimals + 8)
  const down = top / bottom
  return { down, up: down * bottom === top ? down : down + 1n }
}
