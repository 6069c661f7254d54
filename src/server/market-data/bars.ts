import { barStart, type Grid } from '#domain/bar-grid.ts'
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts'
import type { MarketTrade } from '#domain/trade.ts'
import { type Amount, amount, larger, type Price, smaller } from '#domain/units.ts'

const MINUTES: Grid = { stepMs: MINUTE_MS, offsetMs: 0 }
export const minuteOf = (at: number) => barStart(at, MINUTES)

export interface Candle {
  /** Milliseconds since 1970. */
  readonly opensAt: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  /** In the base coin. */
  readonly volume: Amount
}

type Print = Pick<MarketTrade, 'unitPrice' | 'amount'>

/** The bar of a single trade. */
export function candleOf(opensAt: number, { unitPrice, amount: volume }: Print): Candle {
  return { opensAt, open: unitPrice, high: unitPrice, low: unitPrice, close: unitPrice, volume }
}

/** The bar with one more trade, which must be the latest. */
export function withTrade(candle: Candle, { unitPrice, amount: quantity }: Print): Candle {
  return {
    opensAt: candle.opensAt,
    open: candle.open,
    high: unitPrice > candle.high ? unitPrice : candle.high,
    low: unitPrice < candle.low ? unitPrice : candle.low,
    close: unitPrice,
    volume: amount(candle.volume + quantity),
  }
}

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

export type DayFigures = Pick<Candle, 'open' | 'high' | 'low' | 'close' | 'volume'>

/** The last 24 hours of one market, by the minute: a bar counts in full from its opening until a day later. */
export class SlidingDay {
  /** Oldest first: bars of traded minutes, and of a sandbox's past, whose bars may be wider. */
  readonly #bars: Candle[] = []
  /** The figures of all bars; absent after a bar has left, until they are requested again. */
  #figures: DayFigures | undefined
  #before: { price: Price; at: number } | undefined

  /** Adds a trade, which must be the newest. */
  add(trade: MarketTrade): void {
    const opensAt = minuteOf(trade.at)
    const last = this.#bars.at(-1)
    if (last && last.opensAt >= opensAt) this.#bars[this.#bars.length - 1] = withTrade(last, trade)
    else this.#bars.push(candleOf(opensAt, trade))
    this.#figures &&= withBar(this.#figures, candleOf(opensAt, trade))
  }

  /** Adds a recorded bar, in the order of time, before any trade. */
  addBar(bar: Candle): void {
    this.#bars.push(bar)
    this.#figures &&= withBar(this.#figures, bar)
  }

  /** Sets the last price before the day began: loaded at start, then kept from the bars that leave. */
  setBefore(price: Price, at: number): void {
    this.#before = { price, at }
  }

  /** The last price that is more than a day old, if known. */
  before(nowMs: number): { readonly price: Price; readonly at: number } | undefined {
    this.#dropOld(nowMs)
    return this.#before
  }

  /** `undefined` if nothing was recorded within the last 24 hours. */
  figures(nowMs: number): DayFigures | undefined {
    this.#dropOld(nowMs)
    const [first, ...others] = this.#figures ? [] : this.#bars
    if (first) this.#figures = others.reduce<DayFigures>(withBar, figuresOf(first))
    return this.#figures
  }

  /** When the figures change without a trade: the oldest bar is then a day old. */
  changesAt(): number {
    const [first] = this.#bars
    return first ? first.opensAt + DAY_MS : Number.POSITIVE_INFINITY
  }

  #dropOld(nowMs: number): void {
    const kept = this.#bars.findIndex(({ opensAt }) => opensAt > nowMs - DAY_MS)
    const old = this.#bars.splice(0, kept < 0 ? this.#bars.length : kept)
    const newest = old.at(-1)
    if (!newest) return
    this.#before = { price: newest.close, at: newest.opensAt }
    this.#figures = undefined
  }
}

const figuresOf = ({ open, high, low, close, volume }: Candle): DayFigures => ({ open, high, low, close, volume })

const withBar = (figures: DayFigures, bar: Candle): DayFigures => ({
  open: figures.open,
  high: larger(figures.high, bar.high),
  low: smaller(figures.low, bar.low),
  close: bar.close,
  volume: amount(figures.volume + bar.volume),
})
