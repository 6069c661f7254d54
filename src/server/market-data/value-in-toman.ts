import { type Coin, TOMAN } from '#domain/coin.ts'
import { type Market, wholePrice } from '#domain/market.ts'
import type { Amount } from '#domain/units.ts'
import type { PriceBoard } from './price-board.ts'

/** What an amount is worth at the present middle price, rounded down. */
export interface Valuation {
  /** `undefined` where there is no price, or only a stale one. */
  inToman(coin: Coin, amount: Amount): Amount | undefined
}

export function createValuation(board: PriceBoard, markets: readonly Market[]): Valuation {
  const marketByBase = new Map(
    markets.filter(({ quote }) => quote.symbol === TOMAN).map((market) => [market.base.id, market]),
  )
  return {
    inToman(coin, amount) {
      if (coin.symbol === TOMAN) return amount
      const market = marketByBase.get(coin.id)
      if (!market) return undefined
      const middle = board.middleFor(market)
      return middle === 'stale' ? undefined : wholePrice({ quantity: amount, unitPrice: middle.price, market }, 'down')
    },
  }
}
