import { getCoinDetails, getTetherPrices, getTomanPrices } from '#contract/coins.ts'
import { getCandles, getLastTrades, getMarket, getMarketInfo, getMarkets, getOrderBook } from '#contract/markets.ts'
import { getMarketOrderQuote } from '#contract/orders.ts'
import { rejected } from '#contract/rejected.ts'
import { parseAmount, TETHER, TOMAN } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import { type Route, route } from '../http/route.ts'
import { Snapshot } from '../http/snapshot.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { BankLimits } from '../store/market-data/read-bank-limits.ts'
import { MINUTE_MS } from './candle.ts'
import type { CandleSeries } from './candle-series.ts'
import { quoteMarketOrder } from './depth.ts'
import { keepLatest } from './keep-latest.ts'
import { LAST_TRADES } from './market-memory.ts'
import type { MarketWatch } from './market-watch.ts'
import type { PriceBoard } from './price-board.ts'
import { showCoin } from './show-coin.ts'
import { quoteText, showBar, showDepth, showMarketDetails, showMarketRow, showTrade } from './show-market.ts'
import { showPrices } from './show-prices.ts'

export interface MarketDataRoutes {
  readonly catalogue: Catalogue
  readonly bankLimits: readonly BankLimits[]
  readonly watch: MarketWatch
  readonly board: PriceBoard
  readonly now: () => number
}

/** Answers that all clients poll are snapshots, made on the first question after a change. */
export function marketDataRoutes(room: MarketDataRoutes): Route[] {
  return [...coinRoutes(room), ...marketListRoutes(room), ...marketRoutes(room), ...bookRoutes(room), candleRoute(room)]
}

function coinRoutes({ catalogue, bankLimits, board, watch, now }: MarketDataRoutes): Route[] {
  const { coins, markets } = catalogue
  const details = new Snapshot({
    content: coins.map((coin) =>
      showCoin(coin, { markets, bankLimits: bankLimits.find(({ coinId }) => coinId === coin.id) }),
    ),
  })
  const priceRoute = (endpoint: typeof getTomanPrices | typeof getTetherPrices, quoteSymbol: string) => {
    const keep = keepLatest<Snapshot>()
    const listed = markets.filter(({ quote }) => quote.symbol === quoteSymbol)
    return route(endpoint, () => {
      const nowMs = now()
      // Fresh prices grow stale without a change.
      return keep(
        changeKey(`${board.version()}`, nowMs),
        () => new Snapshot(showPrices(listed, { board, watch, nowMs })),
      )
    })
  }
  return [route(getCoinDetails, () => details), priceRoute(getTomanPrices, TOMAN), priceRoute(getTetherPrices, TETHER)]
}

type Keep = ReturnType<typeof keepLatest<Snapshot>>

const PAGE_ROWS = 100

function marketListRoutes({ catalogue, board, watch, now }: MarketDataRoutes): Route[] {
  const keeps = new Map([TOMAN, TETHER].map((quote) => [quote, keepLatest<Snapshot>()]))
  return [
    route(getMarkets, ({ query }) => {
      const nowMs = now()
      const { source_coin: quoteSymbol, size = PAGE_ROWS, page = 1 } = query
      const withWeek = query.weeklyDataIncluded !== 'false'
      const listed = catalogue.markets.filter(({ quote }) => quote.symbol === quoteSymbol)
      const build = () => ({
        content: listed.slice((page - 1) * size, page * size).map((market) =>
          showMarketRow(watch.market(market.id), {
            nowMs,
            fallback: board.latest(market)?.middle,
            withWeek,
          }),
        ),
        totalPages: Math.max(1, Math.ceil(listed.length / size)),
      })
      const keep = keeps.get(quoteSymbol)
      // The one question that every client asks; others are rare, and are made as they come.
      if (!keep || page !== 1 || size < listed.length || !withWeek) return build()
      return keep(changeKey(`${watch.version()}`, nowMs), () => new Snapshot(build()))
    }),
  ]
}

/** Figures change with the market, and, as a day and a week pass, with time: within a second is soon enough. */
const changeKey = (version: string, nowMs: number) => `${version} ${Math.floor(nowMs / 1_000)}`

/** Something of each market, kept under its id. */
function perMarket<Kept>({ catalogue }: MarketDataRoutes, make: (market: Market) => Kept) {
  const kept = new Map(catalogue.markets.map((market) => [market.symbol, { market, keep: make(market) }]))
  return (symbol: string) => kept.get(symbol)
}

const unknown = (field: string) => rejected('MARKET_NOT_FOUND', { field })

function marketRoutes(room: MarketDataRoutes): Route[] {
  const { watch, board, now } = room
  const infos = perMarket(room, () => keepLatest<Snapshot>())
  const details = perMarket(room, (market) => new Snapshot({ baseDTO: showMarketDetails(market) }))
  return [
    route(getMarketInfo, ({ query }) => {
      const found = infos(query.market_type)
      if (!found) return unknown('market_type')
      const { market, keep } = found
      const nowMs = now()
      const memory = watch.market(market.id)
      return keep(changeKey(`${memory.depth.sequence} ${memory.tradesVersion}`, nowMs), () => {
        const fallback = board.latest(market)?.middle
        const marketTradeInfo = showMarketRow(memory, { nowMs, fallback, withWeek: true })
        return new Snapshot({ baseDTO: { marketTradeInfo } })
      })
    }),
    route(getMarket, ({ params }) => details(params.market)?.keep ?? unknown('market')),
  ]
}

function bookRoutes(room: MarketDataRoutes): Route[] {
  const { watch } = room
  const books = perMarket(room, () => keepLatest<Snapshot>())
  const trades = perMarket(room, () => keepLatest<Snapshot>())
  return [
    route(getOrderBook, ({ query }) => {
      const found = books(query.marketType)
      if (!found) return unknown('marketType')
      const { depth } = watch.market(found.market.id)
      return found.keep(`${depth.sequence}`, () => new Snapshot({ baseDTO: showDepth(found.market, depth) }))
    }),
    route(getLastTrades, ({ query }) => {
      const found = trades(query.marketType)
      if (!found) return unknown('marketType')
      const { lastTrades, tradesVersion } = watch.market(found.market.id)
      const { size = LAST_TRADES } = query
      const build = () => ({ content: lastTrades.slice(0, size).map((trade) => showTrade(trade, found.market)) })
      return size < LAST_TRADES ? build() : found.keep(`${tradesVersion}`, () => new Snapshot(build()))
    }),
    route(getMarketOrderQuote, ({ query }) => {
      const market = room.catalogue.marketBySymbol.get(query.marketType)
      if (!market) return unknown('marketType')
      const quantity = parseAmount(query.amount, market.base)
      if (quantity === undefined || quantity === 0n) return rejected('UNACCEPTABLE_AMOUNT', { field: 'amount' })
      const side = query.orderType === 'MARKET_BUY' ? 'BUY' : 'SELL'
      const { value, fillable } = quoteMarketOrder(watch.market(market.id).depth, { market, side, quantity })
      return {
        baseDTO: { wholePrice: quoteText(value, market), fillable: formatDecimal(fillable, market.base.decimals) },
      }
    }),
  ]
}

function candleRoute({ catalogue, watch, now }: MarketDataRoutes): Route {
  const kept = new WeakMap<CandleSeries, Keep>()
  return route(getCandles, async ({ params, query: { resolution } }) => {
    const market = catalogue.marketBySymbol.get(params.market)
    if (!market) return unknown('market')
    const series = await watch.candles(market.id, resolution)
    const keep = kept.get(series) ?? keepLatest<Snapshot>()
    kept.set(series, keep)
    return keep(`${series.version} ${Math.floor(now() / MINUTE_MS)}`, () => {
      const sandbox = series.bars.some((bar) => bar.sandbox)
      return new Snapshot({ content: series.bars.map((bar) => showBar(bar, market)), baseDTO: { sandbox } })
    })
  })
}
