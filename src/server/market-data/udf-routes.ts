import type * as z from 'zod/mini'
import {
  getChartConfig,
  getChartGroup,
  getChartHistory,
  getChartMarks,
  getChartQuotes,
  getChartSymbol,
  getChartTime,
  getChartTimescaleMarks,
  searchChartSymbols,
} from '#contract/udf.ts'
import type { Market } from '#domain/market.ts'
import { type Route, route } from '../http/route.ts'
import { keepSnapshot, Snapshot } from '../http/snapshot.ts'
import { type HistoryWanted, readHistory, type SandboxMark, sandboxMarks, showHistory } from './chart-history.ts'
import { chartPercent, chartPrice, chartVolume } from './chart-number.ts'
import {
  CHART_EXCHANGE,
  CHART_RESOLUTIONS,
  chartDescription,
  chartTypeOf,
  resolutionOf,
  SEARCH_LIMIT,
  searchMarkets,
  showChartGroup,
  showChartSymbol,
} from './chart-symbol.ts'
import type { MarketReadModel } from './market-read-model.ts'
import { figuresOf } from './show-market.ts'
import { listedMarkets, type MarketDataSources } from './sources.ts'

const QUOTES_MAX = 100

const failed = (errmsg: string) => ({ s: 'error', errmsg }) as const

/** `KIMIA:GOLD_TOMAN` and `gold_toman` are the same market. */
const symbolOf = (text: string) => text.slice(text.indexOf(':') + 1).toUpperCase()

/** The chart feed. */
export function udfRoutes(sources: MarketDataSources): Route[] {
  const { now } = sources
  return [
    ...symbolRoutes(sources),
    ...barRoutes(sources),
    quoteRoute(sources),
    route(getChartTime, () => `${Math.floor(now() / 1_000)}`),
  ]
}

function symbolRoutes({ catalogue, watch }: MarketDataSources): Route[] {
  const { marketBySymbol } = catalogue
  const group = keepSnapshot()
  const config = new Snapshot({
    supported_resolutions: CHART_RESOLUTIONS,
    supports_search: true,
    supports_group_request: false,
    supports_marks: true,
    supports_timescale_marks: true,
    supports_time: true,
    exchanges: [{ value: CHART_EXCHANGE, name: 'Kimia', desc: 'Kimia' }],
    symbols_types: [
      { name: 'All', value: '' },
      { name: 'Crypto', value: 'crypto' },
      { name: 'Gold', value: 'commodity' },
    ],
  })
  return [
    route(getChartConfig, () => config),
    route(getChartGroup, ({ query }) =>
      (query?.group ?? CHART_EXCHANGE) === CHART_EXCHANGE
        ? group(`${catalogue.revision}`, () => showChartGroup(listedMarkets({ catalogue })))
        : failed('unknown group'),
    ),
    route(getChartSymbol, async ({ query }) => {
      const market = marketBySymbol.get(symbolOf(query.symbol))
      if (!market) return failed('unknown symbol')
      const days = await watch.candles(market.id, '1D')
      return showChartSymbol(market, { hasSandbox: days.bars.some(({ sandbox }) => sandbox) })
    }),
    route(searchChartSymbols, ({ query: { query = '', type = '', exchange = '', limit = SEARCH_LIMIT } = {} }) => {
      if (exchange !== '' && exchange !== CHART_EXCHANGE) return []
      return searchMarkets(listedMarkets({ catalogue }), { query, type, limit }).map((market) => ({
        symbol: market.symbol,
        full_name: `${CHART_EXCHANGE}:${market.symbol}`,
        description: chartDescription(market, false),
        exchange: CHART_EXCHANGE,
        ticker: market.symbol,
        type: chartTypeOf(market),
      }))
    }),
  ]
}

interface Asked {
  readonly symbol: string
  readonly resolution: string
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly countback?: number | undefined
}

const MARK_COLOURS = { begins: '#b9c4d6', ends: '#e0b64c' } as const
const MARK_TEXTS = {
  begins: 'Bars from here on were made up for a sandbox',
  ends: 'The last bar that was made up for a sandbox',
} as const

function barRoutes({ catalogue, watch, now }: MarketDataSources): Route[] {
  const read = ({ symbol, resolution: name, from = 0, to, countback }: Asked): HistoryWanted | string => {
    const market = catalogue.marketBySymbol.get(symbolOf(symbol))
    if (!market) return 'unknown symbol'
    const resolution = resolutionOf(name)
    if (!resolution) return 'unknown resolution'
    const toMs = to === undefined ? now() + 1 : to * 1_000
    return { market, resolution, fromMs: from * 1_000, toMs, countback }
  }
  const marksOf = async (asked: Asked): Promise<readonly SandboxMark[] | string> => {
    const wanted = read(asked)
    // A mark may lie on the bar that begins exactly at the end.
    return typeof wanted === 'string'
      ? wanted
      : sandboxMarks((await readHistory(watch, { ...wanted, toMs: wanted.toMs + 1 })).bars)
  }
  return [
    route(getChartHistory, ({ query }) => {
      const wanted = read(query)
      return typeof wanted === 'string' ? failed(wanted) : showHistory(watch, wanted)
    }),
    route(getChartMarks, async ({ query }) => {
      const marks = await marksOf(query)
      return typeof marks === 'string' ? failed(marks) : showMarks(marks)
    }),
    route(getChartTimescaleMarks, async ({ query }) => {
      const marks = await marksOf(query)
      if (typeof marks === 'string') return failed(marks)
      return marks.map(({ timeSeconds: time, kind }) => ({
        id: `${kind}-${time}`,
        time,
        color: MARK_COLOURS[kind],
        label: 'S',
        tooltip: [MARK_TEXTS[kind]],
      }))
    }),
  ]
}

const showMarks = (marks: readonly SandboxMark[]) => ({
  id: marks.map(({ timeSeconds, kind }) => timeSeconds * 2 + (kind === 'ends' ? 1 : 0)),
  time: marks.map(({ timeSeconds }) => timeSeconds),
  color: marks.map(({ kind }) => MARK_COLOURS[kind]),
  text: marks.map(({ kind }) => MARK_TEXTS[kind]),
  label: marks.map(() => 'S'),
  labelFontColor: marks.map(() => '#0a0d14'),
  minSize: marks.map(() => 14),
})

function quoteRoute(sources: MarketDataSources): Route {
  const { catalogue, watch, now } = sources
  return route(getChartQuotes, ({ query }) => {
    const names = [...new Set(query.symbols.split(',').filter((name) => name !== ''))]
    if (names.length === 0 || names.length > QUOTES_MAX) return failed(`name 1 to ${QUOTES_MAX} symbols`)
    const nowMs = now()
    const d = names.map((name) => {
      const market = catalogue.marketBySymbol.get(symbolOf(name))
      if (!market) return failedQuote(name, 'unknown symbol')
      const model = watch.market(market.id)
      // Sent under the requested name: a chart searches for no other.
      return { ...showChartQuote(model, { nowMs }), n: name }
    })
    return { s: 'ok' as const, d }
  })
}

type Quoted = Extract<z.input<typeof getChartQuotes.response>, { s: 'ok' }>['d'][number]

export const failedQuote = (n: string, errmsg: string): Quoted => ({ s: 'error', n, v: {}, errmsg })

/** The price line of a chart. An unknown value is left out rather than shown as zero. */
export function showChartQuote(model: MarketReadModel, { nowMs }: { nowMs: number }): Quoted {
  const { market, depth } = model
  const figures = figuresOf(model, { nowMs })
  if (!figures) return failedQuote(market.symbol, 'no price is known yet')
  const { last, open, high, low, volume, before = open, changePercentHundredths } = figures
  const [bid, ask] = [depth.bids[0]?.price, depth.asks[0]?.price]
  return {
    s: 'ok',
    n: market.symbol,
    v: {
      short_name: shortName(market),
      exchange: CHART_EXCHANGE,
      description: chartDescription(market, false),
      lp: chartPrice(last),
      ch: chartPrice(last - before),
      chp: chartPercent(changePercentHundredths),
      ...(bid !== undefined && { bid: chartPrice(bid) }),
      ...(ask !== undefined && { ask: chartPrice(ask) }),
      ...(bid !== undefined && ask !== undefined && { spread: chartPrice(ask - bid) }),
      open_price: chartPrice(open),
      high_price: chartPrice(high),
      low_price: chartPrice(low),
      prev_close_price: chartPrice(before),
      volume: chartVolume(volume, market),
    },
  }
}

const shortName = ({ base, quote }: Market) => `${base.code}/${quote.code}`
