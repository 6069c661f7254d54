import type { Queryable } from '../store/database.ts'
import { RESOLUTIONS, type Resolution } from './candle.ts'
import { CandleSeries } from './candle-series.ts'
import type { MarketTrade } from './market-trade.ts'
import type { MinuteKeeper } from './minute-keeper.ts'
import { readNewestBars } from './newest-bars.ts'

export const BARS_MAX = 1_000
/** A series that nobody asked for this long is let go. */
const IDLE_MS = 15 * 60_000

interface Shelved {
  readonly marketId: number
  /** Resolves to the series once it is read; trades that come meanwhile wait. */
  readonly reading: Promise<CandleSeries>
  series: CandleSeries | undefined
  waiting: MarketTrade[]
  askedAt: number
}

/** The candle series that somebody looks at: read once, then kept from trade to trade. */
export class SeriesShelf {
  readonly #settings: { readonly database: Queryable; readonly keeper: MinuteKeeper; readonly now: () => number }
  readonly #shelved = new Map<string, Shelved>()

  constructor(settings: { database: Queryable; keeper: MinuteKeeper; now: () => number }) {
    this.#settings = settings
  }

  /** @throws Error when the database does not answer */
  series(marketId: number, resolution: Resolution): Promise<CandleSeries> {
    const key = `${marketId} ${resolution}`
    const now = this.#settings.now()
    const known = this.#shelved.get(key)
    if (known) {
      known.askedAt = now
      return known.reading
    }
    this.#letIdleGo(now)
    const { promise, resolve, reject } = Promise.withResolvers<CandleSeries>()
    const shelved: Shelved = { marketId, reading: promise, series: undefined, waiting: [], askedAt: now }
    this.#shelved.set(key, shelved)
    this.#read(shelved, resolution).then(resolve, (error: Error) => {
      this.#shelved.delete(key)
      reject(error)
    })
    return promise
  }

  add(trade: MarketTrade): void {
    for (const shelved of this.#shelved.values()) {
      if (shelved.marketId !== trade.marketId) continue
      if (shelved.series) shelved.series.add(trade)
      else shelved.waiting.push(trade)
    }
  }

  async #read(shelved: Shelved, resolution: Resolution): Promise<CandleSeries> {
    const { database, keeper } = this.#settings
    const grid = RESOLUTIONS[resolution]
    const bars = await keeper.readBehind({
      onCut: () => {
        shelved.waiting = []
      },
      read: () => readNewestBars(database, { marketId: shelved.marketId, grid, count: BARS_MAX }),
    })
    const series = new CandleSeries({ grid, barsMax: BARS_MAX, bars })
    for (const trade of shelved.waiting) series.add(trade)
    shelved.waiting = []
    shelved.series = series
    return series
  }

  #letIdleGo(now: number): void {
    for (const [key, { askedAt, series }] of this.#shelved)
      if (series && now - askedAt > IDLE_MS) this.#shelved.delete(key)
  }
}
