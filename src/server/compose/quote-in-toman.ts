import { TOMAN } from '#domain/coin.ts'
import type { Market } from '#domain/market.ts'
import type { Price } from '#domain/units.ts'
import type { PriceBoard } from '../market-data/price-board.ts'
import type { Catalogue } from '../store/catalogue.ts'

/**
 * The price at which trades are valued: Toman per whole quote coin of a market, as last known, however old. Absent for Toman itself, and
 * before the first answer of the feed.
 */
export const quoteInToman =
  (board: Pick<PriceBoard, 'latest'>, { marketBySymbol }: Catalogue) =>
  ({ quote }: Market): Price | undefined => {
    const market = quote.symbol === TOMAN ? undefined : marketBySymbol.get(`${quote.symbol}_${TOMAN}`)
    return market && board.latest(market)?.middle
  }
