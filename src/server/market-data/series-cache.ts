import type { MarketTrade } from '#domain/trade.ts'
import type { Queryable } from '../store/database.ts'
import { RESOLUTIONS, type Resolution } from './candle.ts'
import { CandleSeries } from './candle-series.ts'
import type { MinuteKeeper } from './minute-keeper.ts'
import { readNewestBars } from './newest-bars.ts'

export const BARS_MAX = 1_000
/** A series without requests for this long is dropped. */
const IDLE_MS = 15 * 60_000

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
