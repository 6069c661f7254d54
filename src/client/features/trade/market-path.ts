import { isQuoteUnit, type QuoteUnit } from '#client/entities/market/quote-unit.ts'

/** The two coins of the URL's path: priced in `tradeTo`, traded `tradeFrom`. */
export interface MarketPath {
  readonly tradeTo: QuoteUnit
  readonly tradeFrom: string
}

const TETHER_IN_TOMAN: MarketPath = { tradeTo: 'TOMAN', tradeFrom: 'TETHER' }

export const marketSymbol = ({ tradeTo, tradeFrom }: MarketPath) => `${tradeFrom}_${tradeTo}`

/**
 * The market of a trade path. A coin against itself leads to Tether in Toman, and so does Toman priced in Tether, which is not a market. A path that
 * cannot be a market gives `undefined`.
 */
export function readMarketPath({ tradeTo, tradeFrom }: { tradeTo: string; tradeFrom: string }): MarketPath | undefined {
  if (!isQuoteUnit(tradeTo) || !/^[A-Z][A-Z0-9_]{1,39}$/.test(tradeFrom)) return undefined
  return tradeFrom === tradeTo || tradeFrom === 'TOMAN' ? TETHER_IN_TOMAN : { tradeTo, tradeFrom }
}
