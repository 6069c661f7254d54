import { type CoinGeckoSettings, fetchDollarQuotes } from './coingecko.ts'
import type { PriceFeed } from './prices.ts'
import { fetchTomanQuotes, type TomanSourceSettings } from './toman-source.ts'

export interface HttpPriceFeedSettings {
  readonly coins: CoinGeckoSettings
  readonly toman: TomanSourceSettings
}

/** Dollars per coin from CoinGecko, Toman per dollar and per gram of gold from a configured source, fetched together. */
export function createHttpPriceFeed(settings: HttpPriceFeedSettings): PriceFeed {
  return {
    async quotes(sources) {
      const [dollars, toman] = await Promise.all([
        fetchDollarQuotes(settings.coins, sources),
        fetchTomanQuotes(settings.toman),
      ])
      if (dollars.kind === 'unavailable') return dollars
      if (toman.kind === 'unavailable') return toman
      const { usdPerCoin } = dollars
      const { tomanPerUsd, tomanPerGoldGram } = toman
      const everyAtMs = [tomanPerUsd.buy, tomanPerGoldGram, ...usdPerCoin.values()].map(({ at }) => at.getTime())
      return { kind: 'quotes', at: new Date(Math.min(...everyAtMs)), tomanPerUsd, usdPerCoin, tomanPerGoldGram }
    },
  }
}
