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
  /** New coins. */
  readonly coins: readonly Coin[]
  /** New markets, and those with changed settings, each in its new form. */
  readonly markets: readonly Market[]
}

/**
 * The settings of running coins and markets that have changed, and the coins and markets that were added. They apply without a restart,
 * here and in every other process. Names, decimals, networks, price source and quick-trade bounds of an existing coin apply from the next
 * start, since no form sets them.
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

/** Takes over coins and markets that the exchange has applied, so that the server's own become the same. Nothing else changes them. */
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
