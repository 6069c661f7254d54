import type * as z from 'zod/mini'
import type { getChartHistory } from '#contract/udf.ts'
import { barEnd, RESOLUTIONS, type Resolution } from '#domain/bar-grid.ts'
import type { Market } from '#domain/market.ts'
import type { Bar, Candle } from './bars.ts'
import { chartPrice, chartVolume } from './chart-number.ts'
import type { MarketWatch } from './market-watch.ts'
import { BARS_MAX } from './series-cache.ts'

export interface HistoryWanted {
  readonly market: Market
  readonly resolution: Resolution
  /** Milliseconds since 1970; earlier bars are left out unless `countback` asks for them. */
  readonly fromMs: number
  /** Milliseconds since 1970; a bar that begins then or later is left out. */
  readonly toMs: number
  /** Takes precedence over `fromMs`. */
  readonly countback: number | undefined
}

export type Source = Pick<MarketWatch, 'candles' | 'olderBars' | 'market'>

interface History {
  readonly bars: readonly Bar[]
  /** The id of the newest trade that the bars can contain; 0 without one. */
  readonly lastTrade: number
}

/** Bars as the chart feed asks for them, oldest first, the 1,000 newest at most. @throws Error when the database does not answer */
export async function readHistory(source: Source, wanted: HistoryWanted): Promise<History> {
  const { market, resolution, countback, toMs } = wanted
  const fromMs = countback === undefined ? wanted.fromMs : 0
  const count = Math.min(countback ?? BARS_MAX, BARS_MAX)
  if (count <= 0 || toMs <= 0 || fromMs >= toMs) return { bars: [], lastTrade: 0 }
  const series = await source.candles(market.id, resolution)
  // Read together with the series, which every trade changes: the two agree.
  const lastTrade = source.market(market.id).tradesVersion
  const known = series.bars.filter(({ candle }) => candle.opensAt >= fromMs && candle.opensAt < toMs).slice(-count)
  if (known.length === count || series.completeSince <= fromMs) return { bars: known, lastTrade }
  const grid = RESOLUTIONS[resolution]
  const older = await source.olderBars(market.id, resolution, {
    count: count - known.length,
    beforeMs: Math.min(barEnd(toMs - 1, grid), series.completeSince),
    fromMs: fromMs <= 0 ? 0 : barEnd(fromMs - 1, grid),
  })
  return { bars: [...older, ...known], lastTrade }
}

/** The newest bar that begins before an instant. */
async function barBefore(source: Source, wanted: HistoryWanted): Promise<Bar | undefined> {
  const { bars } = await readHistory(source, { ...wanted, toMs: wanted.fromMs, countback: 1 })
  return bars[0]
}

type Reply = z.input<typeof getChartHistory.response>

/** The bars as columns of numbers, or the time of the next earlier ones. */
export async function showHistory(source: Source, wanted: HistoryWanted): Promise<Reply> {
  const { bars, lastTrade } = await readHistory(source, wanted)
  const upTo = lastTrade === 0 ? {} : { lastTrade: `${lastTrade}` }
  if (bars.length > 0) return { ...columnsOf(bars, wanted.market), ...upTo }
  if (wanted.countback !== undefined) return { s: 'no_data', ...upTo }
  const before = await barBefore(source, wanted)
  return before ? { s: 'no_data', nextTime: before.candle.opensAt / 1_000 } : { s: 'no_data' }
}

function columnsOf(bars: readonly Bar[], market: Market) {
  const columns = bars.map(({ candle }) => numbersOf(candle, market))
  return {
    s: 'ok' as const,
    ...(bars.some(({ sandbox }) => sandbox) && { sandbox: true }),
    t: bars.map(({ candle }) => candle.opensAt / 1_000),
    o: columns.map(([open]) => open),
    h: columns.map(([, high]) => high),
    l: columns.map(([, , low]) => low),
    c: columns.map(([, , , close]) => close),
    v: columns.map(([, , , , volume]) => volume),
  }
}

type Numbers = readonly [open: number, high: number, low: number, close: number, volume: number]

/** All clients ask for the same bars, and a changed bar is a new object. */
const numbers = new WeakMap<Candle, Numbers>()

function numbersOf(candle: Candle, market: Market): Numbers {
  const known = numbers.get(candle)
  if (known) return known
  const { open, high, low, close, volume } = candle
  const made: Numbers = [
    chartPrice(open),
    chartPrice(high),
    chartPrice(low),
    chartPrice(close),
    chartVolume(volume, market),
  ]
  numbers.set(candle, made)
  return made
}

export interface SandboxMark {
  readonly timeSeconds: number
  readonly kind: 'begins' | 'ends'
}

/** The beginning and end of bars that were generated for a sandbox. */
export function sandboxMarks(bars: readonly Bar[]): SandboxMark[] {
  return bars.flatMap(({ candle, sandbox }, i): SandboxMark[] => {
    if (!sandbox) return []
    const timeSeconds = candle.opensAt / 1_000
    const begins = i === 0 || bars[i - 1]?.sandbox === false
    const ends = bars[i + 1]?.sandbox === false
    return [
      ...(begins ? [{ timeSeconds, kind: 'begins' } as const] : []),
      ...(ends ? [{ timeSeconds, kind: 'ends' } as const] : []),
    ]
  })
}
