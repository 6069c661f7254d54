import type { MarketTrade } from '#domain/trade.ts'
import type { Queryable } from '../store/database.ts'
import { RESOLUTIONS, type Resolution } from './candle.ts'
import { CandleSeries } from './candle-series.ts'
import type { MinuteKeeper } from './minute-keeper.ts'
import { readNewestBars } from './newest-bars.ts'

export const BARS_MAX = 1_000
/** A series that nobody asked for this long is dropped. */
const IDLE_MS = 15 * 60_000

interface CachedSeries {
  readonly marketId: number
  /** Resolves to the series once it is read; trades that come meanwhile wait. */
  readonly reading: Promise<CandleSeries>
  series: CandleSeries | undefined
  waiting: MarketTrade[]
  askedAt: number
}

/** The candle series that somebody looks at: read once, then kept from trade to trade. */
export class SeriesCache {
  readonly #settings: { readonly database: Queryable; readonly keeper: MinuteKeeper; readonly now: () => number }
  readonly #cached = new Map<string, CachedSeries>()

  constructor(settings: { database: Queryable; keeper: MinuteKeeper; now: () => number }) {
    this.#settings = settings
  }

  /** @throws Error when the database does not answer */
  series(marketId: number, resolution: Resolution): Promise<CandleSeries> {
    const key = `${marketId} ${resolution}`
    const now = this.#settings.now()
    const known = this.#cached.get(key)
    if (known) {
      known.askedAt = now
      return known.reading
    }
    this.#dropIdle(now)
    const { promise, resolve, reject } = Promise.withResolvers<CandleSeries>()
    const cached: CachedSeries = { marketId, reading: promise, series: undefined, waiting: [], askedAt: now }
    this.#cached.set(key, cached)
    this.#read(cached, resolution).then(resolve, (error: Error) => {
      this.#cached.delete(key)
      reject(error)
    })
    return promise
  }

  add(trade: MarketTrade): void {
    for (const cached of this.#cached.values()) {
      if (cached.marketId !== trade.marketId) continue
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
    for (const [key, { askedAt, series }] of this.#cached)
      if (series && now - askedAt > IDLE_MS) this.#cached.delete(key)
  }
}
