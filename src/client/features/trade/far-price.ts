import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'

/** How far a price stands from the market's: so many times it from twice on, or percent above or below. */
export type FarPrice = { readonly kind: 'times' | 'above' | 'below'; readonly value: string }

/** `undefined` where one of the two is no price. */
export function farPriceOf(unitPrice: string, marketPrice: string): FarPrice | undefined {
  const own = parseDecimal(unitPrice, PRICE_DECIMALS)
  const market = parseDecimal(marketPrice, PRICE_DECIMALS)
  if (own === undefined || !market) return undefined
  if (own >= 2n * market) return { kind: 'times', value: formatDecimal((own * 10n) / market, 1) }
  const away = own > market ? own - market : market - own
  return { kind: own > market ? 'above' : 'below', value: formatDecimal((away * 1000n) / market, 1) }
}
