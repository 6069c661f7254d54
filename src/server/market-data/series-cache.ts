import { barStart, type Grid, RESOLUTIONS, type Resolution } from '#domain/bar-grid.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { MarketTrade } from '#domain/trade.ts'
import type { Queryable } from '../store/database.ts'
import { FOR_EVER_MS, findNewestPart, readBars } from '../store/market-data/read-bars.ts'
import { type Bar, CandleSeries } from './bars.ts'
import { barOf } from './market-read-model.ts'
import type { MinuteKeeper } from './minute-keeper.ts'

export const BARS_MAX = 1_000
/** A series without requests for this long is dropped. */
const IDLE_MS = 15 * MINUTE_MS

interface CachedSeries {
  readonly marketId: number
  /** Resolves once the series is read; trades that arrive meanwhile wait. */
  readonly reading: Promise<CandleSeries>
  series: CandleSeries | undefined
  waiting: MarketTrade[]
  askedAt: number
}

/** The requested candle series: each is read once, then updated with every trade. */
export class SeriesCache {
  readonly #settings: { readonly database: Queryable; readonly keeper: MinuteKeeper; readonly now: () => number }
  /** By market, so that a trade reaches its own series without a search. */
  readonly #cached = new Map<number, Map<Resolution, CachedSeries>>()

  constructor(settings: { database: Queryable; keeper: MinuteKeeper; now: () => number }) {
    this.#settings = settings
  }

  /** @throws Error when the database does not answer */
  series(marketId: number, resolution: Resolution): Promise<CandleSeries> {
    const now = this.#settings.now()
    const known = this.#cached.get(marketId)?.get(resolution)
    if (known) {
      known.askedAt = now
      return known.reading
    }
    this.#dropIdle(now)
    const { promise, resolve, reject } = Promise.withResolvers<CandleSeries>()
    const cached: CachedSeries = { marketId, reading: promise, series: undefined, waiting: [], askedAt: now }
    const ofMarket = this.#cached.get(marketId) ?? new Map<Resolution, CachedSeries>()
    this.#cached.set(marketId, ofMarket.set(resolution, cached))
    this.#read(cached, resolution).then(resolve, (error: Error) => {
      ofMarket.delete(resolution)
      reject(error)
    })
    return promise
  }

  add(trade: MarketTrade): void {
    for (const cached of this.#cached.get(trade.marketId)?.values() ?? []) {
      if (cached.series) cached.series.add(trade)
      else cached.waiting.push(trade)
    }
  }

  async #read(cached: CachedSeries, resolution: Resolution): Promise<CandleSeries> {
    const { database, keeper } = this.#settings
    const grid = RESOLUTIONS[resolution]
    const bars = await keeper.readBehind({
      onCut: () => {
        cached.waiting = []
      },
      read: () => readNewestBars(database, { marketId: cached.marketId, grid, count: BARS_MAX }),
    })
    const series = new CandleSeries({ grid, barsMax: BARS_MAX, bars })
    for (const trade of cached.waiting) series.add(trade)
    cached.waiting = []
    cached.series = series
    return series
  }

  #dropIdle(now: number): void {
    for (const ofMarket of this.#cached.values())
      for (const [resolution, { askedAt, series }] of ofMarket)
        if (series && now - askedAt > IDLE_MS) ofMarket.delete(resolution)
  }
}

export interface NewestBars {
  readonly marketId: number
  readonly grid: Grid
  readonly count: number
  /** Bars that begin then or later are left out. */
  readonly beforeMs?: number
  /** Earlier bars are left out. */
  readonly fromMs?: number
}

/** Quiet periods have no bars, so each query covers more time than that many bars would fill, and the next one more still. */
const LOOK_BACK = 4
const LOOK_FURTHER = 8

/** The newest bars before an instant, oldest first, across quiet periods of any length, without reading more of the past than needed. */
export async function readNewestBars(
  database: Queryable,
  { marketId, grid, count, beforeMs = FOR_EVER_MS, fromMs = 0 }: NewestBars,
): Promise<Bar[]> {
  const { stepMs } = grid
  let bars: Bar[] = []
  let until = beforeMs
  for (let look = LOOK_BACK; bars.length < count; look *= LOOK_FURTHER) {
    const newest = await findNewestPart(database, { marketId, stepMs, beforeMs: until })
    if (newest === undefined || newest < fromMs) break
    const sinceMs = Math.max(fromMs, 0, barStart(newest - stepMs * count * look, grid))
    const wanted = { marketIds: [marketId], ...grid, sinceMs, beforeMs: until, barsMax: count - bars.length }
    const rows = await readBars(database, wanted)
    bars = [...rows.map(barOf), ...bars]
    until = sinceMs
  }
  return bars
}
