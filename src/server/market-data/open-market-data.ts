import type { Market } from '#domain/market.ts'
import type { MarketState } from '#domain/market-state.ts'
import type { Transfers } from '#domain/transfers.ts'
import type { Ppm } from '#domain/units.ts'
import type { PriceFeed } from '#server/providers/prices/prices.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Database } from '../store/database.ts'
import { favouriteRoutes } from './favourite-routes.ts'
import { LiveFeed, type OwnSettings } from './live-feed.ts'
import { type MarketWatch, watchMarkets } from './market-watch.ts'
import { createValuation, openPriceBoard, type PriceBoard, type Valuation } from './price-board.ts'
import { marketDataRoutes, type PublicAnswers, publicAnswers, streamRoutes } from './routes.ts'

export interface MarketDataSettings {
  /** The spread of a quick trade, added to a buyer's price and subtracted from a seller's. */
  readonly quickTradeSpread: Ppm
  readonly pricePollMs: number
  /** A quote older than this is stale: quick trade refuses it, and the market maker withdraws. */
  readonly quoteAgeMsMax: number
  readonly candleWriteMs: number
}

export interface MarketData {
  readonly routes: ReturnType<typeof marketDataRoutes>
  readonly priceBoard: PriceBoard
  readonly valuation: Valuation
  readonly publicAnswers: PublicAnswers
  readonly watch: MarketWatch
  readonly feed: LiveFeed
  /** Starts polling the feed. Call it once the server listens, since the feed may be a sandbox of this server. */
  start(): void
  close(): Promise<void>
}

const LIST_AGE_MS_MAX = 250

/** Opens the prices, books, figures and candles of all markets. Prices arrive once it is started and the feed answers. */
export async function openMarketData({
  database,
  exchange,
  catalogue,
  priceFeed,
  transfers,
  sandboxTradersId,
  marketStateAt,
  showOrder,
  log,
  now,
  settings,
}: {
  database: Database
  exchange: Exchange
  catalogue: Catalogue
  priceFeed: PriceFeed
  transfers: Transfers
  /** The account of a sandbox's simulated traders, if they exist or existed. */
  sandboxTradersId?: number | undefined
  /** The state of a market at a moment, milliseconds since 1970. */
  marketStateAt: (market: Market, atMs: number) => MarketState
  /** An order as it appears on the wire. */
  showOrder: OwnSettings['showOrder']
  log: { warn(details: object, message: string): void }
  now: () => number
  settings: MarketDataSettings
}): Promise<MarketData> {
  const { markets, coins } = catalogue
  const watch = await watchMarkets({ database, exchange, markets, log, now, candleWriteMs: settings.candleWriteMs })
  const priceBoard = openPriceBoard({
    markets,
    priceFeed,
    log,
    now,
    spread: settings.quickTradeSpread,
    pollMs: settings.pricePollMs,
    quoteAgeMsMax: settings.quoteAgeMsMax,
  })
  const versionOfAll = atMostEvery(LIST_AGE_MS_MAX, () => watch.version())
  const sources = {
    catalogue,
    transfers,
    sandboxTradersId,
    watch,
    board: priceBoard,
    marketStateAt,
    now,
    versionOfAll,
  }
  const feed = new LiveFeed({ ...sources, exchange, markets, coins, showOrder })
  return {
    routes: [
      ...marketDataRoutes(sources),
      ...streamRoutes({ catalogue, feed }),
      ...favouriteRoutes({ database, catalogue, now }),
    ],
    priceBoard,
    valuation: createValuation(priceBoard, markets),
    publicAnswers: publicAnswers(sources),
    watch,
    feed,
    start: () => priceBoard.start(),
    async close() {
      feed.close()
      priceBoard.close()
      await watch.close()
    },
  }
}

/** Reads a value again once the last reading is older than `ageMsMax`, and repeats it until then. Times in milliseconds since 1970. */
export function atMostEvery<Value>(ageMsMax: number, read: () => Value): (nowMs: number) => Value {
  let last: { readonly at: number; readonly value: Value } | undefined
  return (nowMs) => {
    // A clock that was set back must not keep the value forever.
    if (last === undefined || Math.abs(nowMs - last.at) >= ageMsMax) last = { at: nowMs, value: read() }
    return last.value
  }
}
