import { barStart, type Candle, candleOf, type Grid, minuteOf, withTrade } from './candle.ts'
import type { MarketTrade } from './market-trade.ts'

/** A bar of a series, and the minutes that its open and close come from: a trade may arrive behind a later one's minute. */
export interface Bar {
  readonly candle: Candle
  readonly openMinute: number
  readonly closeMinute: number
  /** Whether any of it was made up for a sandbox. */
  readonly sandbox: boolean
}

/** The newest bars of one market at one resolution, oldest first, kept from trade to trade; begun with all or with as many as it keeps. Bars without trades do not exist. */
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

  /** Since when every bar of the market is here; a series that is not full has them all. */
  get completeSince(): number {
    return this.#bars.length < this.#barsMax ? 0 : (this.#bars[0]?.candle.opensAt ?? 0)
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  add(trade: MarketTrade): void {
    this.#version += 1
    const opensAt = barStart(trade.at, this.#grid)
    const minute = minuteOf(trade.at)
    let place = this.#bars.length
    for (; place > 0; place--) {
      const bar = this.#bars[place - 1]
      if (!bar || bar.candle.opensAt < opensAt) break
      if (bar.candle.opensAt > opensAt) continue
      this.#bars[place - 1] = barWith(bar, trade, minute)
      return
    }
    const bar = { candle: candleOf(opensAt, trade), openMinute: minute, closeMinute: minute, sandbox: false }
    this.#bars.splice(place, 0, bar)
    if (this.#bars.length > this.#barsMax) this.#bars.shift()
  }
}

function barWith({ candle, openMinute, closeMinute, sandbox }: Bar, trade: MarketTrade, minute: number): Bar {
  const grown = withTrade(candle, trade)
  return {
    candle: {
      ...grown,
      open: minute < openMinute ? trade.unitPrice : candle.open,
      close: minute < closeMinute ? candle.close : trade.unitPrice,
    },
    openMinute: Math.min(openMinute, minute),
    closeMinute: Math.max(closeMinute, minute),
    sandbox,
  }
}
