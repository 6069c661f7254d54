import { type Coin, TOMAN } from '#domain/coin.ts'
import { type Market, wholePrice } from '#domain/market.ts'
import type { Amount } from '#domain/units.ts'
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
