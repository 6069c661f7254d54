import { getMarket, getMarketInfo, getMarkets } from '#contract/markets.ts'
import { TETHER, TOMAN } from '#domain/coin.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { Market } from '#domain/market.ts'
import type { MarketState } from '#domain/market-state.ts'
import { type Call, type Route, route } from '../http/route.ts'
import { keepSnapshot, type Snapshot } from '../http/snapshot.ts'
import type { MarketReadModel } from './market-read-model.ts'
import { showMarketDetails, showMarketRow, showTickerPrice } from './show-market.ts'
import { changeKey, listedMarkets, type MarketDataSources, marketsFor, perMarket, unknownMarket } from './sources.ts'

/** The list of markets, and single markets. */
export function marketRoutes(sources: MarketDataSources): Route[] {
  const list = listMarkets(sources)
  return [route(getMarkets, ({ query }) => list(query)), marketInfo(sources), marketDetails(sources)]
}

const PAGE_ROWS = 100
/** Distinct queries whose answers are kept; other answers are built on request. */
const WAYS_KEPT_MAX = 64

type MarketsQuery = Call<typeof getMarkets>['query']

/** The cached list of markets for each query. */
export function listMarkets(sources: MarketDataSources): (query: MarketsQuery) => Snapshot {
  const { catalogue, watch, now, versionOfAll } = sources
  const listed = { TOMAN: marketsFor(sources, TOMAN), TETHER: marketsFor(sources, TETHER) }
  const keeps = new Map<string, ReturnType<typeof keepSnapshot>>()
  const rows = { withWeek: new RowTexts(), without: new RowTexts() }
  return (query) => {
    const nowMs = now()
    const markets = listed[query.source_coin]()
    const withWeek = query.weeklyDataIncluded !== 'false'
    const size = Math.min(query.size ?? PAGE_ROWS, Math.max(1, markets.length))
    const totalPages = Math.max(1, Math.ceil(markets.length / size))
    const page = Math.min(query.page ?? 1, totalPages + 1)
    const texts = withWeek ? rows.withWeek : rows.without
    const build = () => {
      const content = markets.slice((page - 1) * size, page * size).map((market) => {
        return texts.row(watch.market(market.id), { ...rowWanted(sources, market, nowMs), withWeek })
      })
      return `{"content":[${content.join(',')}],"totalPages":${totalPages}}`
    }
    const way = `${query.source_coin} ${withWeek} ${size} ${page}`
    const keep = keeps.get(way) ?? keepSnapshot()
    if (keeps.size < WAYS_KEPT_MAX) keeps.set(way, keep)
    return keep(changeKey(`${catalogue.revision} ${versionOfAll(nowMs)}`, nowMs), build)
  }
}

const rowWanted = ({ board, marketStateAt }: MarketDataSources, market: Market, nowMs: number) => ({
  nowMs,
  fallback: board.latest(market)?.middle,
  state: marketStateAt(market, nowMs),
})

function marketInfo(sources: MarketDataSources): Route {
  const { watch, board, now, versionOfAll } = sources
  const infos = perMarket(sources, () => ({ alone: keepSnapshot(), TOMAN: keepSnapshot(), TETHER: keepSnapshot() }))
  return route(getMarketInfo, ({ query: { market_type, source_coin } }) => {
    const found = infos(market_type)
    if (!found) return unknownMarket('market_type')
    const { market, keep } = found
    const nowMs = now()
    const model = watch.market(market.id)
    const info = () => showMarketRow(model, { ...rowWanted(sources, market, nowMs), withWeek: true })
    if (source_coin === undefined)
      return keep.alone(changeKey(`${model.depth.sequence} ${model.tradesVersion}`, nowMs), () => ({
        baseDTO: { marketTradeInfo: info() },
      }))
    return keep[source_coin](changeKey(`${versionOfAll(nowMs)}`, nowMs), () => ({
      baseDTO: {
        marketTradeInfo: info(),
        tickerPrices: listedMarkets(sources)
          .filter(({ quote }) => quote.symbol === source_coin)
          .map((each) => showTickerPrice(watch.market(each.id), { nowMs, fallback: board.latest(each)?.middle })),
      },
    }))
  })
}

function marketDetails(sources: MarketDataSources): Route {
  const details = perMarket(sources, () => keepSnapshot())
  return route(getMarket, ({ params }) => {
    const found = details(params.market)
    if (!found) return unknownMarket('market')
    const nowMs = sources.now()
    return found.keep(changeKey(`${sources.catalogue.revision}`, nowMs), () => ({
      baseDTO: showMarketDetails(found.market, sources.marketStateAt(found.market, nowMs)),
    }))
  })
}

interface Kept {
  readonly key: string
  /** When the text changes without an event; milliseconds since 1970. */
  readonly untilMs: number
  readonly text: string
}

/**
 * The rows of the list as JSON. A row is rebuilt only when something of its market has changed: its book, its trades, its state, a trade
 * that is now more than a day old, or the minute. Of a thousand markets few change in a second.
 */
class RowTexts {
  readonly #kept = new Map<number, Kept>()

  row(model: MarketReadModel, wanted: Parameters<typeof showMarketRow>[1]): string {
    const { market, depth, tradesVersion, day } = model
    const { nowMs, fallback, state } = wanted
    const key = `${depth.sequence} ${tradesVersion} ${fallback} ${market.tick} ${Math.floor(nowMs / MINUTE_MS)} ${stateKey(state)}`
    const kept = this.#kept.get(market.id)
    if (kept?.key === key && nowMs < kept.untilMs) return kept.text
    const text = JSON.stringify(showMarketRow(model, wanted))
    this.#kept.set(market.id, { key, untilMs: day.changesAt(), text })
    return text
  }
}

function stateKey(state: MarketState): string {
  if ('reason' in state) return `${state.kind} ${state.reason.fa} ${state.reason.en}`
  const changesAt = state.kind === 'open' ? state.closesAt : state.opensAt
  return `${state.kind} ${changesAt?.getTime()}`
}
