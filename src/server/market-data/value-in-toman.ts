import { type Coin, TOMAN } from '#domain/coin.ts'
import { type Market, wholePrice } from '#domain/market.ts'
import type { Amount, Price } from '#domain/units.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { PriceBoard } from './price-board.ts'

/** Values an amount at the present middle price, rounded down. */
export interface Valuation {
  /** `undefined` if there is no price, or only a stale one. */
  inToman(coin: Coin, amount: Amount): Amount | undefined
}

export function createValuation(board: PriceBoard, markets: readonly Market[]): Valuation {
  return {
    inToman(coin, amount) {
      if (coin.symbol === TOMAN) return amount
      const market = markets.find(({ base, quote }) => base.id === coin.id && quote.symbol === TOMAN)
      if (!market) return undefined
      const middle = board.middleFor(market)
      return middle === 'stale' ? undefined : wholePrice({ quantity: amount, unitPrice: middle.price, market }, 'down')
    },
  }
}

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
