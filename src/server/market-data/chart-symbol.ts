import type * as z from 'zod/mini'
import type { ChartSymbol } from '#contract/udf.ts'
import { RESOLUTIONS, type Resolution } from '#domain/bar-grid.ts'
import { GOLD, namesOf } from '#domain/coin.ts'
import { toCount } from '#domain/counts.ts'
import { powerOfTen } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import { toPersianText } from '#domain/persian-text.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'

export const CHART_EXCHANGE = 'KIMIA'
/** Ordered by length; the keys of an object would come with the numeric ones first. */
export const CHART_RESOLUTIONS = ['1', '5', '15', '30', '60', '1D', '1W', '1M'] as const satisfies readonly Resolution[]
const INTRADAY = ['1', '5', '15', '30', '60']

/**
 * Days begin at 00:00 UTC for every market. Gold closes outside its working hours, but a session would make charts hide trades from a time
 * when the hours were different.
 */
export const CHART_CLOCK = { timezone: 'Etc/UTC', session: '24x7' } as const

/** A program may say `D` for `1D`. */
export function resolutionOf(text: string): Resolution | undefined {
  const full = /^[DWM]$/.test(text) ? `1${text}` : text
  return CHART_RESOLUTIONS.find((known) => known === full && known in RESOLUTIONS)
}

export const chartTypeOf = ({ base }: Market) => (base.symbol === GOLD ? 'commodity' : 'crypto')

export const chartDescription = ({ base, quote }: Market, hasSandbox: boolean) =>
  `${base.englishName} / ${quote.englishName}${hasSandbox ? ' (some bars were made up for a sandbox)' : ''}`

/** The tick as minmov / pricescale. */
export function chartScale({ tick }: Market): { minmov: number; pricescale: number } {
  let decimals = PRICE_DECIMALS
  while (decimals > 0 && tick % powerOfTen(PRICE_DECIMALS - decimals + 1) === 0n) decimals -= 1
  return {
    minmov: toCount(tick / powerOfTen(PRICE_DECIMALS - decimals)),
    pricescale: toCount(powerOfTen(decimals)),
  }
}

export function showChartSymbol(market: Market, { hasSandbox }: { hasSandbox: boolean }): z.input<typeof ChartSymbol> {
  return {
    name: market.symbol,
    ticker: market.symbol,
    description: chartDescription(market, hasSandbox),
    type: chartTypeOf(market),
    exchange: CHART_EXCHANGE,
    listed_exchange: CHART_EXCHANGE,
    ...CHART_CLOCK,
    format: 'price',
    ...chartScale(market),
    minmov2: 0,
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: true,
    intraday_multipliers: INTRADAY,
    supported_resolutions: [...CHART_RESOLUTIONS],
    volume_precision: market.base.precision,
    visible_plots_set: 'ohlcv',
    data_status: 'streaming',
    currency_code: market.quote.code,
  }
}

/** All markets, as columns. */
export function showChartGroup(markets: readonly Market[]) {
  const scales = markets.map(chartScale)
  return {
    symbol: markets.map(({ symbol }) => symbol),
    description: markets.map((market) => chartDescription(market, false)),
    currency: markets.map(({ quote }) => quote.code),
    type: markets.map(chartTypeOf),
    'exchange-listed': CHART_EXCHANGE,
    'exchange-traded': CHART_EXCHANGE,
    minmovement: scales.map(({ minmov }) => minmov),
    pricescale: scales.map(({ pricescale }) => pricescale),
    timezone: CHART_CLOCK.timezone,
    'session-regular': CHART_CLOCK.session,
    'has-intraday': true,
    'has-daily': true,
    'has-weekly-and-monthly': true,
    'supported-resolutions': markets.map(() => [...CHART_RESOLUTIONS]),
    'volume-precision': markets.map(({ base }) => base.precision),
  }
}

export const SEARCH_LIMIT = 30

/** Finds markets by symbol, ticker or name in either language; those that begin with the search text come first. */
export function searchMarkets(
  markets: readonly Market[],
  { query, type, limit }: { query: string; type: string; limit: number },
): Market[] {
  const wanted = fold(query)
  const ofType = markets.filter((market) => type === '' || chartTypeOf(market) === type)
  const found = ofType.flatMap((market) => {
    const place = placeIn(market, wanted)
    return place === undefined ? [] : { market, place }
  })
  return found
    .toSorted((a, b) => a.place - b.place)
    .slice(0, Math.max(0, Math.min(limit, SEARCH_LIMIT)))
    .map(({ market }) => market)
}

/** 0 if a name equals the search text, 1 if a name begins with it, 2 if a name contains it; `undefined` otherwise. */
function placeIn({ symbol, base, quote }: Market, wanted: string): 0 | 1 | 2 | undefined {
  const names = [symbol, `${base.code}${quote.code}`, `${base.code}/${quote.code}`, ...namesOf(base)]
  const folded = names.map(fold)
  if (folded.some((name) => name === wanted)) return 0
  if (folded.some((name) => name.startsWith(wanted))) return 1
  return folded.some((name) => name.includes(wanted)) ? 2 : undefined
}

const fold = (text: string) => toPersianText(text).toLowerCase()
