import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { WholeNumber } from './values.ts'

/**
 * The chart feed of TradingView's "universal data feed", for charting programs and for our own chart, which reads its bars here. It has its own base, bare
 * replies, and numbers where the rest of the contract has text, since a chart only draws them. Other parameters of a program are ignored.
 * Refusals are `{s: "error", errmsg}`.
 */
const feed = { method: 'GET', base: '/udf', access: 'public', offline: 'never', errors: [] } as const

/** The id of the newest trade of the market that the answer contains; absent without one. Later trades are those of the market's list. */
const lastTrade = z.optional(z.string())

const Failure = z.object({ s: z.literal('error'), errmsg: z.string() })
const SymbolText = z.string().check(z.maxLength(60))

export const ChartSymbol = z.object({
  name: z.string(),
  ticker: z.string(),
  /** Says so if some of the bars were generated for a sandbox; the marks say which. */
  description: z.string(),
  type: z.enum(['crypto', 'commodity']),
  exchange: z.string(),
  listed_exchange: z.string(),
  timezone: z.string(),
  session: z.string(),
  format: z.literal('price'),
  /** The tick is minmov / pricescale. */
  minmov: z.int(),
  pricescale: z.int(),
  minmov2: z.int(),
  has_intraday: z.boolean(),
  has_daily: z.boolean(),
  has_weekly_and_monthly: z.boolean(),
  intraday_multipliers: z.array(z.string()),
  supported_resolutions: z.array(z.string()),
  volume_precision: z.int(),
  visible_plots_set: z.literal('ohlcv'),
  data_status: z.enum(['streaming']),
  currency_code: z.string(),
})

export const getChartConfig = defineEndpoint({
  ...feed,
  path: '/config',
  summary: 'What this chart feed can do',
  response: z.object({
    supported_resolutions: z.array(z.string()),
    supports_search: z.literal(true),
    supports_group_request: z.literal(false),
    supports_marks: z.boolean(),
    supports_timescale_marks: z.boolean(),
    supports_time: z.boolean(),
    exchanges: z.array(z.object({ value: z.string(), name: z.string(), desc: z.string() })),
    symbols_types: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
})

export const getChartGroup = defineEndpoint({
  ...feed,
  path: '/symbol_info',
  summary: 'Every market of a group, column by column',
  query: z.object({ group: z.optional(SymbolText) }),
  response: z.union([
    z.object({
      symbol: z.array(z.string()),
      description: z.array(z.string()),
      currency: z.array(z.string()),
      type: z.array(z.string()),
      'exchange-listed': z.string(),
      'exchange-traded': z.string(),
      minmovement: z.array(z.int()),
      pricescale: z.array(z.int()),
      timezone: z.string(),
      'session-regular': z.string(),
      'has-intraday': z.boolean(),
      'has-daily': z.boolean(),
      'has-weekly-and-monthly': z.boolean(),
      'supported-resolutions': z.array(z.array(z.string())),
      'volume-precision': z.array(z.int()),
    }),
    Failure,
  ]),
})

export const getChartSymbol = defineEndpoint({
  ...feed,
  path: '/symbols',
  summary: 'One market as a chart needs it',
  query: z.object({ symbol: SymbolText }),
  response: z.union([ChartSymbol, Failure]),
})

export const searchChartSymbols = defineEndpoint({
  ...feed,
  path: '/search',
  summary: 'Markets by symbol, ticker or name in both languages; at most 30',
  query: z.object({
    query: z.optional(SymbolText),
    type: z.optional(SymbolText),
    exchange: z.optional(SymbolText),
    limit: z.optional(WholeNumber),
  }),
  response: z.array(
    z.object({
      symbol: z.string(),
      full_name: z.string(),
      description: z.string(),
      exchange: z.string(),
      ticker: z.string(),
      type: z.string(),
    }),
  ),
})

export const getChartHistory = defineEndpoint({
  ...feed,
  offline: 'live',
  path: '/history',
  summary: 'Bars that begin from `from` to before `to`, or the last `countback` before `to`; at most the 1,000 newest',
  query: z.object({
    symbol: SymbolText,
    resolution: z.string().check(z.maxLength(10)),
    /** UTC seconds. */
    from: z.optional(WholeNumber),
    /** UTC seconds, exclusive; absent: now. */
    to: z.optional(WholeNumber),
    /** Takes precedence over `from`. */
    countback: z.optional(WholeNumber),
  }),
  response: z.union([
    z.object({
      s: z.literal('ok'),
      t: z.array(z.int()),
      o: z.array(z.number()),
      h: z.array(z.number()),
      l: z.array(z.number()),
      c: z.array(z.number()),
      v: z.array(z.number()),
      lastTrade,
      /** True if any of the bars was generated for a sandbox. */
      sandbox: z.optional(z.boolean()),
    }),
    z.object({
      s: z.literal('no_data'),
      lastTrade,
      /** The newest bar before what was asked for. */ nextTime: z.optional(z.int()),
    }),
    Failure,
  ]),
})

const Quote = z.object({
  short_name: z.string(),
  exchange: z.string(),
  description: z.string(),
  /** The last price, and its change over the last 24 hours, absolute and in percent. */
  lp: z.number(),
  ch: z.number(),
  chp: z.number(),
  bid: z.optional(z.number()),
  ask: z.optional(z.number()),
  spread: z.optional(z.number()),
  /** All for the last 24 hours. */
  open_price: z.number(),
  high_price: z.number(),
  low_price: z.number(),
  prev_close_price: z.number(),
  volume: z.number(),
})

export const getChartQuotes = defineEndpoint({
  ...feed,
  path: '/quotes',
  summary: 'Prices of up to 100 markets, named with commas between them',
  query: z.object({ symbols: z.string().check(z.maxLength(5_000)) }),
  response: z.union([
    z.object({
      s: z.literal('ok'),
      d: z.array(
        z.union([
          z.object({ s: z.literal('ok'), n: z.string(), v: Quote }),
          z.object({ s: z.literal('error'), n: z.string(), v: z.object({}), errmsg: z.string() }),
        ]),
      ),
    }),
    Failure,
  ]),
})

const marksQuery = z.object({
  symbol: SymbolText,
  resolution: z.string().check(z.maxLength(10)),
  from: WholeNumber,
  to: WholeNumber,
})

export const getChartMarks = defineEndpoint({
  ...feed,
  path: '/marks',
  summary: 'Marks on bars: where bars that were made up for a sandbox begin and end',
  query: marksQuery,
  response: z.union([
    z.object({
      id: z.array(z.int()),
      time: z.array(z.int()),
      color: z.array(z.string()),
      text: z.array(z.string()),
      label: z.array(z.string()),
      labelFontColor: z.array(z.string()),
      minSize: z.array(z.int()),
    }),
    Failure,
  ]),
})

export const getChartTimescaleMarks = defineEndpoint({
  ...feed,
  path: '/timescale_marks',
  summary: 'The same marks for the time scale',
  query: marksQuery,
  response: z.union([
    z.array(
      z.object({ id: z.string(), time: z.int(), color: z.string(), label: z.string(), tooltip: z.array(z.string()) }),
    ),
    Failure,
  ]),
})

export const getChartTime = defineEndpoint({
  ...feed,
  path: '/time',
  summary: 'The time of the server, UTC seconds',
  format: 'text',
  response: z.string().check(z.regex(/^\d+$/)),
})
