import type { MarketTrade } from '#domain/trade.ts'
import { amount, type Price } from '#domain/units.ts'
import { type Candle, candleOf, minuteOf, withTrade } from './candle.ts'

export const DAY_MS = 86_400_000

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

const larger = (a: Price, b: Price): Price => (a > b ? a : b)
const smaller = (a: Price, b: Price): Price => (a < b ? a : b)
