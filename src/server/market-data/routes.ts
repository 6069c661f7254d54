import { allMarketsOf, getMarkets } from '#contract/markets.ts'
import type { Route } from '../http/route.ts'
import { keepSnapshot, type Snapshot } from '../http/snapshot.ts'
import { bookRoutes } from './book-routes.ts'
import { candleRoutes } from './candle-routes.ts'
import { coinRoutes, listCoins } from './coin-routes.ts'
import { listMarkets, marketRoutes } from './market-routes.ts'
import { showPrices } from './show-prices.ts'
import { changeKey, type MarketDataSources, marketsFor } from './sources.ts'
import { udfRoutes } from './udf-routes.ts'

/** Answers that all clients poll are snapshots, built on the first request after a change. */
export function marketDataRoutes(sources: MarketDataSources): Route[] {
  return [
    ...coinRoutes(sources),
    ...marketRoutes(sources),
    ...bookRoutes(sources),
    ...candleRoutes(sources),
    ...udfRoutes(sources),
  ]
}

type Unit = 'TOMAN' | 'TETHER'

/** The answers that public pages are sent with, which the app's first screen would otherwise request. */
export interface PublicAnswers {
  coins(): Snapshot
  markets(unit: Unit): Snapshot
  prices(unit: Unit): Snapshot
}

export function publicAnswers(sources: MarketDataSources): PublicAnswers {
  const { board, watch, now, versionOfAll } = sources
  const markets = listMarkets(sources)
  const prices = { TOMAN: keepSnapshot(), TETHER: keepSnapshot() }
  const listed = { TOMAN: marketsFor(sources, 'TOMAN'), TETHER: marketsFor(sources, 'TETHER') }
  return {
    coins: listCoins(sources),
    markets: (unit) => markets(getMarkets.query.parse(allMarketsOf(unit))),
    prices(unit) {
      const nowMs = now()
      const build = () => showPrices(listed[unit](), { board, watch, nowMs, withWeek: false })
      return prices[unit](changeKey(`${board.version()} ${versionOfAll(nowMs)}`, nowMs), build)
    },
  }
}
