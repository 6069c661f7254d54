import { powerOfTen } from './decimal.ts'
import { type Amount, PRICE_DECIMALS, type Price, price } from './units.ts'

interface Traded {
  readonly executed: Amount
  readonly executedValue: Amount
}

/** What one coin cost on average, rounded down to the scale of prices; `undefined` before any trade. */
export function averagePrice(
  { executed, executedValue }: Traded,
  { base, quote }: { base: { readonly decimals: number }; quote: { readonly decimals: number } },
): Price | undefined {
  if (executed === 0n) return undefined
  const exponent = base.decimals + PRICE_DECIMALS - quote.decimals
  const scaled = exponent >= 0 ? executedValue * powerOfTen(exponent) : executedValue / powerOfTen(-exponent)
  return price(scaled / executed)
}
