import { isQuoteUnit, type QuoteUnit } from '#client/lib/quote-unit.ts'

/** The two coins as the path has them: priced in `tradeTo`, traded `tradeFrom`. */
export interface MarketPath {
  readonly tradeTo: QuoteUnit
  readonly tradeFrom: string
}

const TETHER_IN_TOMAN: MarketPath = { tradeTo: 'TOMAN', tradeFrom: 'TETHER' }

export const marketSymbol = ({ tradeTo, tradeFrom }: MarketPath) => `${tradeFrom}_${tradeTo}`

/**
 * Where a trade path leads. A coin against itself goes to Tether in Toman, and so does Toman priced in Tether, which
 * is no market; what cannot be a market at all is `undefined`.
 */
export function readMarketPath({ tradeTo, tradeFrom }: { tradeTo: string; tradeFrom: string }): MarketPath | undefined {
  if (!isQuoteUnit(tradeTo) || !/^[A-Z][A-Z0-9_]{1,39}$/.test(tradeFrom)) return undefined
  return tradeFrom === tradeTo || tradeFrom === 'TOMAN' ? TETHER_IN_TOMAN : { tradeTo, tradeFrom }
}
