import {
  allMarketsOf,
  getAmountViaPrice,
  getCandles,
  getGroupedBook,
  getLastTrades,
  getMarketOrderQuote,
  getMarkets,
  getOrderBook,
} from '#contract/markets.ts'
import { rejected } from '#contract/rejected.ts'
import { GROUPED_MS, getStream } from '#contract/stream.ts'
import { parseAmount } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { price } from '#domain/units.ts'
import { EventStream, type Route, route } from '../http/route.ts'
import { keepSnapshot, type Snapshot } from '../http/snapshot.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { CandleSeries } from './bars.ts'
import { coinRoutes, listCoins } from './coin-routes.ts'
import type { LiveFeed } from './live-feed.ts'
import { quoteMarketOrder, quoteTotal } from './market-book.ts'
import { LAST_TRADES } from './market-read-model.ts'
import { listMarkets, marketRoutes } from './market-routes.ts'
import { quoteText, showBar, showDepth, showTrade } from './show-market.ts'
import { showPrices } from './show-prices.ts'
import { changeKey, type MarketDataSources, marketsFor, perMarket, unknownMarket } from './sources.ts'
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

/** The candles of the product's own charts. */
function candleRoutes({ catalogue, watch, sandboxTradersId }: MarketDataSources): Route[] {
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

const TICKS = { 10: 10n, 100: 100n, 1000: 1000n } as const

/** The book of a market, its last trades, and quotes of what an order would meet. */
function bookRoutes(sources: MarketDataSources): Route[] {
  const { watch } = sources
  const books = perMarket(sources, () => keepSnapshot())
  const trades = perMarket(sources, () => keepSnapshot())
  const grouped = perMarket(sources, () => ({ 10: keepSnapshot(), 100: keepSnapshot(), 1000: keepSnapshot() }))
  return [
    route(getOrderBook, ({ query }) => {
      const found = books(query.marketType)
      if (!found) return unknownMarket('marketType')
      const { depth } = watch.market(found.market.id)
      return found.keep(`${depth.sequence}`, () => ({ baseDTO: showDepth(found.market, depth) }))
    }),
    route(getGroupedBook, ({ params, query: { ticks } }) => {
      const found = grouped(params.market)
      if (!found) return unknownMarket('market')
      const { market, keep } = found
      return keep[ticks](`${Math.floor(sources.now() / GROUPED_MS)}`, () => ({
        baseDTO: showDepth(market, watch.market(market.id).book.grouped(price(TICKS[ticks] * market.tick))),
      }))
    }),
    route(getLastTrades, ({ query }) => {
      const found = trades(query.marketType)
      if (!found) return unknownMarket('marketType')
      const { lastTrades, tradesVersion } = watch.market(found.market.id)
      const { size = LAST_TRADES } = query
      const build = () => ({
        content: lastTrades.slice(0, size).map((trade) => showTrade(trade, found.market, sources.sandboxTradersId)),
      })
      return size < LAST_TRADES ? build() : found.keep(`${tradesVersion}`, build)
    }),
    route(getMarketOrderQuote, ({ query }) => {
      const market = sources.catalogue.marketBySymbol.get(query.marketType)
      if (!market) return unknownMarket('marketType')
      const quantity = parseAmount(query.amount, market.base)
      if (quantity === undefined || quantity === 0n) return rejected('UNACCEPTABLE_AMOUNT', { field: 'amount' })
      const side = query.orderType === 'MARKET_BUY' ? 'BUY' : 'SELL'
      const { value, fillable } = quoteMarketOrder(watch.market(market.id).depth, { market, side, quantity })
      return {
        baseDTO: { wholePrice: quoteText(value, market), fillable: formatDecimal(fillable, market.base.decimals) },
      }
    }),
    route(getAmountViaPrice, ({ query }) => {
      const market = sources.catalogue.marketBySymbol.get(query.marketType)
      if (!market) return unknownMarket('marketType')
      const total = parseAmount(query.amount, market.quote)
      if (total === undefined || total === 0n) return rejected('UNACCEPTABLE_AMOUNT', { field: 'amount' })
      const side = query.orderType === 'MARKET_BUY' ? 'BUY' : 'SELL'
      const { quantity, value } = quoteTotal(watch.market(market.id).depth, { market, side, total })
      return {
        baseDTO: { amount: formatDecimal(quantity, market.base.decimals), wholePrice: quoteText(value, market) },
      }
    }),
  ]
}

/** The live stream of markets and of the caller's own changes. */
export function streamRoutes({ catalogue, feed }: { catalogue: Catalogue; feed: LiveFeed }): Route[] {
  return [
    route(getStream, ({ query, caller, ...call }) => {
      const symbols = new Set(query.market?.split(','))
      // A browser that opens the stream again by itself repeats the address, with its older id.
      const lastEventId = call.lastEventId ?? query.lastEventId
      if (symbols.size === 0 && !caller) return rejected('UNAUTHENTICATED')
      const markets = [...symbols].flatMap((symbol) => catalogue.marketBySymbol.get(symbol) ?? [])
      if (markets.length < symbols.size) return unknownMarket('market')
      return new EventStream(({ send }) => {
        const stops = [
          feed.joinMarkets(markets, { send, lastEventId }),
          ...(caller ? [feed.joinOwn({ send, userId: caller.userId, showsBalances: !caller.supervisor })] : []),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      })
    }),
  ]
}
