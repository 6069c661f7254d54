import { getCandles } from '#contract/markets.ts'
import { type Route, route } from '../http/route.ts'
import { keepSnapshot } from '../http/snapshot.ts'
import type { CandleSeries } from './candle-series.ts'
import { showBar } from './show-market.ts'
import { type MarketDataSources, unknownMarket } from './sources.ts'

/** The candles of the product's own charts. */
export function candleRoutes({ catalogue, watch, sandboxTradersId }: MarketDataSources): Route[] {
  const kept = new WeakMap<CandleSeries, ReturnType<typeof keepSnapshot>>()
  return [
    route(getCandles, async ({ params, query: { resolution } }) => {
      const market = catalogue.marketBySymbol.get(params.market)
      if (!market) return unknownMarket('market')
      const series = await watch.candles(market.id, resolution)
      const keep = kept.get(series) ?? keepSnapshot()
      kept.set(series, keep)
      return keep(`${series.version}`, () => ({
        content: series.bars.map((bar) => showBar(bar, market)),
        baseDTO: { sandbox: sandboxTradersId !== undefined || series.bars.some((bar) => bar.sandbox) },
      }))
    }),
  ]
}
