import { parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'

interface Span {
  readonly high: string
  readonly low: string
}

const heightOf = (text: string) => parseDecimal(text, PRICE_DECIMALS) ?? 0n

/** The highest price of all candles, as it came. */
export const highestOf = (candles: readonly Span[]): string =>
  candles.reduce((best, { high }) => (heightOf(high) > heightOf(best) ? high : best), '0')

/** The lowest price of all candles, as it came; "0" where there are none. */
export const lowestOf = (candles: readonly Span[]): string =>
  candles.reduce((best, { low }) => (heightOf(low) < heightOf(best) ? low : best), candles[0]?.low ?? '0')
