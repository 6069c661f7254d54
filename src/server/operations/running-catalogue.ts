import type { Market, MarketSettings } from '#domain/market.ts'
import type { Catalogue, LiveCatalogue } from '../store/catalogue.ts'

const settingsOf = (market: Market): MarketSettings => ({
  tick: market.tick,
  minAmount: market.minAmount,
  maxAmount: market.maxAmount,
  active: market.active,
  hours: market.hours,
  protectionBand: market.protectionBand,
  forceWarning: market.forceWarning,
})

const textOf = (market: Market) => Object.values(settingsOf(market)).join(' ')

/** The markets that are set otherwise than they run, each as it is to be. */
export function changedMarkets(running: Catalogue, set: Catalogue): Market[] {
  return running.markets.flatMap((market) => {
    const wanted = set.marketBySymbol.get(market.symbol)
    return !wanted || textOf(wanted) === textOf(market) ? [] : { ...market, ...settingsOf(wanted) }
  })
}

/** The exchange judges by these from now on: the server's own markets become the same. Nothing else changes a market. */
export function adoptMarkets(running: LiveCatalogue, changed: readonly Market[]): void {
  for (const market of changed) Object.assign(running.marketBySymbol.get(market.symbol) ?? {}, settingsOf(market))
  if (changed.length > 0) running.revision += 1
}
