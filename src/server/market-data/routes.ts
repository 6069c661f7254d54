import type { Route } from '../http/route.ts'
import { bookRoutes } from './book-routes.ts'
import { candleRoutes } from './candle-routes.ts'
import { coinRoutes } from './coin-routes.ts'
import type { MarketDataRoom } from './market-data-room.ts'
import { marketRoutes } from './market-routes.ts'
import { udfRoutes } from './udf-routes.ts'

/** Answers that all clients poll are snapshots, made on the first question after a change. */
export function marketDataRoutes(room: MarketDataRoom): Route[] {
  return [...coinRoutes(room), ...marketRoutes(room), ...bookRoutes(room), ...candleRoutes(room), ...udfRoutes(room)]
}
