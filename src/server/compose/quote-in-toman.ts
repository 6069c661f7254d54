import { TOMAN } from '#domain/coin.ts'
import type { Market } from '#domain/market.ts'
import type { Price } from '#domain/units.ts'
import type { PriceBoard } from '../market-data/price-board.ts'
import type { Catalogue } from '../store/catalogue.ts'

/**
 * What trades are valued by: Toman per whole coin that a market is priced in, as last known, however old. Absent for Toman
 * itself, and before the feed has answered for the first time.
 */
export const quoteInToman =
  (board: Pick<PriceBoard, 'latest'>, { marketBySymbol }: Catalogue) =>
  ({ quote }: Market): Price | undefined => {
    const market = quote.symbol === TOMAN ? undefined : marketBySymbol.get(`${quote.symbol}_${TOMAN}`)
    return market && board.latest(market)?.middle
  }
