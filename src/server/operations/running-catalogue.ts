import type { Coin } from '#domain/coin.ts'
import type { Market, MarketSettings } from '#domain/market.ts'
import type { Catalogue, LiveCatalogue } from '../store/catalogue.ts'

const settingsOf = (market: Market): MarketSettings => ({
  tick: market.tick,
  minAmount: market.minAmount,
  maxAmount: market.maxAmount,
  minTotal: market.minTotal,
  openOrdersMax: market.openOrdersMax,
  active: market.active,
  hours: market.hours,
  protectionBand: market.protectionBand,
  forceWarning: market.forceWarning,
  limitPriceMin: market.limitPriceMin,
  limitPriceMax: market.limitPriceMax,
})

const textOf = (market: Market) => Object.values(settingsOf(market)).join(' ')

export interface CatalogueChange {
  /** That are new. */
  readonly coins: readonly Coin[]
  /** That are new, or set otherwise than they run: each as it is to be. */
  readonly markets: readonly Market[]
}

/**
 * The settings of running coins and markets that were changed since, and the coins and markets that were added. These hold without a
 * restart, here and in every other process; names, decimals, networks, price source and bounds of quick trade of a coin that is there
 * wait for the next start, since no form sets them.
 */
export function changeOf(running: Catalogue, set: Catalogue): CatalogueChange {
  const coinAsItRuns = (coin: Coin) => running.coinBySymbol.get(coin.symbol) ?? coin
  return {
    coins: set.coins.filter(({ symbol }) => !running.coinBySymbol.has(symbol)),
    markets: set.markets.flatMap((wanted) => {
      const market = running.marketBySymbol.get(wanted.symbol)
      if (!market) return { ...wanted, base: coinAsItRuns(wanted.base), quote: coinAsItRuns(wanted.quote) }
      return textOf(wanted) === textOf(market) ? [] : { ...market, ...settingsOf(wanted) }
    }),
  }
}

/** The exchange judges by these from now on: the server's own coins and markets become the same. Nothing else changes them. */
export function adopt(running: LiveCatalogue, { coins, markets }: CatalogueChange): void {
  for (const coin of coins) {
    running.coins.push(coin)
    running.coinBySymbol.set(coin.symbol, coin)
  }
  for (const market of markets) {
    const known = running.marketBySymbol.get(market.symbol)
    if (known) Object.assign(known, settingsOf(market))
    else addMarket(running, { ...market })
  }
  if (coins.length + markets.length > 0) running.revision += 1
}

function addMarket({ markets, marketBySymbol }: LiveCatalogue, market: Market): void {
  markets.push(market)
  marketBySymbol.set(market.symbol, market)
}
