import type { MarketTrade } from '#domain/trade.ts'
import { barStart, type Candle, candleOf, type Grid, withTrade } from './candle.ts'

export interface Bar {
  readonly candle: Candle
  /** Whether any of it was generated for a sandbox. */
  readonly sandbox: boolean
}

/**
 * The newest bars of one market at one resolution, oldest first, updated with every trade. It starts with all bars, or as many as it keeps.
 * Bars without trades do not exist.
 */
export class CandleSeries {
  readonly #grid: Grid
  readonly #barsMax: number
  readonly #bars: Bar[]
  #version = 0

  constructor({ grid, barsMax, bars }: { grid: Grid; barsMax: number; bars: readonly Bar[] }) {
    this.#grid = grid
    this.#barsMax = barsMax
    this.#bars = bars.slice(-barsMax)
  }

  get bars(): readonly Bar[] {
    return this.#bars
  }

  /** The time from which on no bar of the market is missing; a series that is not full has them all. */
  get completeSince(): number {
    return this.#bars.length < this.#barsMax ? 0 : (this.#bars[0]?.candle.opensAt ?? 0)
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  /** Adds a trade, which must be the newest. */
  add(trade: MarketTrade): void {
    this.#version += 1
    const opensAt = barStart(trade.at, this.#grid)
    const last = this.#bars.at(-1)
    if (last && last.candle.opensAt >= opensAt) {
      this.#bars[this.#bars.length - 1] = { ...last, candle: withTrade(last.candle, trade) }
      return
    }
    this.#bars.push({ candle: candleOf(opensAt, trade), sandbox: false })
    if (this.#bars.length > this.#barsMax) this.#bars.shift()
  }
}
