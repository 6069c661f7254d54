import type { Route } from '../http/route.ts'
import { bookRoutes } from './book-routes.ts'
import { candleRoutes } from './candle-routes.ts'
import { coinRoutes } from './coin-routes.ts'
import { marketRoutes } from './market-routes.ts'
import type { MarketDataSources } from './sources.ts'
import { udfRoutes } from './udf-routes.ts'

/** Answers that all clients poll are snapshots, made on the first question after a change. */
export function marketDataRoutes(sources: MarketDataSources): Route[] {
  return [
    ...coinRoutes(sources),
    ...marketRoutes(sources),
    ...bookRoutes(sources),
    ...candleRoutes(sources),
    ...udfRoutes(sources),
  ]
}
