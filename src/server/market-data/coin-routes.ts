import {
  getCoinDetails,
  getCoinImage,
  getCoinPrices,
  getCoins,
  getSupportedCoins,
  getTetherPrices,
  getTomanPrices,
} from '#contract/coins.ts'
import { rejected } from '#contract/rejected.ts'
import { type Coin, TETHER, TOMAN } from '#domain/coin.ts'
import { Download, type Route, route } from '../http/route.ts'
import { keepSnapshot, type Snapshot } from '../http/snapshot.ts'
import { findCoinImage, showCoin, showCoinNames, showSupport } from './show-coin.ts'
import { showMarketPrices, showPrices } from './show-prices.ts'
import { changeKey, listedMarkets, type MarketDataSources, marketsFor } from './sources.ts'

/** The coins and their prices. */
export function coinRoutes(sources: MarketDataSources): Route[] {
  return [
    route(getCoinDetails, listCoins(sources)),
    route(
      getCoins,
      ofAll(sources, (coin) => showCoinNames(coin, listedMarkets(sources))),
    ),
    route(getCoinImage, ({ params }) => {
      const image = findCoinImage(params.hash)
      if (!image) return rejected('NOT_FOUND')
      return new Download({ bytes: image.bytes, fileName: `${image.hash}.svg`, mimeType: 'image/svg+xml' })
    }),
    route(
      getSupportedCoins,
      ofAll(sources, (coin) => showSupport(coin, around(sources))),
    ),
    exchangePrices(sources, getTomanPrices, TOMAN),
    exchangePrices(sources, getTetherPrices, TETHER),
    marketPrices(sources),
  ]
}

const around = ({ catalogue, transfers }: MarketDataSources) => ({ markets: listedMarkets({ catalogue }), transfers })

/** One answer about all coins, rebuilt when a setting of the catalogue changes. */
function ofAll({ catalogue }: MarketDataSources, show: (coin: Coin) => object): () => Snapshot {
  const keep = keepSnapshot()
  return () => keep(`${catalogue.revision}`, () => ({ content: catalogue.coins.map(show) }))
}

export const listCoins = (sources: MarketDataSources): (() => Snapshot) =>
  ofAll(sources, (coin) => showCoin(coin, around(sources)))

function exchangePrices(
  sources: MarketDataSources,
  endpoint: typeof getTomanPrices | typeof getTetherPrices,
  quoteSymbol: string,
): Route {
  const { catalogue, board, watch, now, versionOfAll } = sources
  const keeps = { withWeek: keepSnapshot(), without: keepSnapshot() }
  const listed = marketsFor(sources, quoteSymbol)
  return route(endpoint, ({ query }) => {
    const nowMs = now()
    const withWeek = query?.includeWeeklyChange === 'true'
    const wanted = query?.toCurrencies?.split(',')
    if (wanted?.some((symbol) => !catalogue.coinBySymbol.has(symbol)))
      return rejected('COIN_NOT_FOUND', { field: 'toCurrencies' })
    const markets = wanted ? listed().filter(({ base }) => wanted.includes(base.symbol)) : listed()
    const build = () => showPrices(markets, { board, watch, nowMs, withWeek })
    // Prices become stale without any change. A filtered request is rare, so its answer is not cached.
    if (wanted) return build()
    const keep = withWeek ? keeps.withWeek : keeps.without
    return keep(changeKey(`${board.version()} ${versionOfAll(nowMs)}`, nowMs), build)
  })
}

function marketPrices(sources: MarketDataSources): Route {
  const { board, watch, now, versionOfAll } = sources
  const keeps = new Map<string, ReturnType<typeof keepSnapshot>>()
  const listed = marketsFor(sources, TOMAN)
  return route(getCoinPrices, ({ query }) => {
    const nowMs = now()
    const withDay = query?.include24hrChange === 'true'
    const withWeek = query?.includeWeeklyChange === 'true'
    const shape = `${withDay} ${withWeek}`
    const keep = keeps.get(shape) ?? keepSnapshot()
    keeps.set(shape, keep)
    return keep(changeKey(`${board.version()} ${versionOfAll(nowMs)}`, nowMs), () =>
      showMarketPrices(listed(), { board, watch, nowMs, withDay, withWeek }),
    )
  })
}
