import type { Market } from '#domain/market.ts'
import type { Price } from '#domain/units.ts'
import type { Route } from '../http/route.ts'
import type { PriceBoard } from '../market-data/price-board.ts'
import { priceAlertRoutes } from '../notifications/price-alerts/routes.ts'
import { watchPrices } from '../notifications/price-alerts/watch-prices.ts'
import type { Core } from './core.ts'
import type { Job } from './run-every.ts'

const EVERY_MS = 1_000

/** Watches the prices of committed trades and of the feed for the alerts of users. */
export function openPriceAlerts(
  { database, exchange, catalogue }: Core,
  board: Pick<PriceBoard, 'middleFor'>,
): { readonly routes: readonly Route[]; readonly jobs: readonly Job[]; close(): void } {
  const now = () => new Date()
  const feedPrice = (market: Market): Price | undefined => {
    const middle = board.middleFor(market)
    return middle === 'stale' ? undefined : middle.price
  }
  const { markets } = catalogue
  const watch = watchPrices({ database, exchange, markets, feedPrice, now })
  return {
    routes: priceAlertRoutes({ database, catalogue, feedPrice, watch, now }),
    jobs: [{ name: 'price alerts', everyMs: EVERY_MS, run: () => watch.work() }],
    close: watch.close,
  }
}
