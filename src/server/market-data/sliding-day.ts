import { type Amount, amount, type Price, ZERO } from '#domain/units.ts'
import type { Candle } from './candle.ts'
import type { MarketTrade } from './market-trade.ts'

export const DAY_MS = 86_400_000

/** All that was recorded at one millisecond. */
interface Moment {
  readonly at: number
  readonly open: Price
  high: Price
  low: Price
  close: Price
  volume: Amount
}

export interface DayFigures {
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Amount
}

/**
 * The last 24 hours of one market, exact to the millisecond: a trade counts from its own instant until a day later, a bar of the
 * past from its opening. Adding
 * and expiring cost the same however many trades the day has, because each moment enters and leaves every queue once.
 */
export class SlidingDay {
  readonly #moments = new Queue<Moment>()
  /** Moments that no later one outbids, and that no later one undercuts: the first is the day's highest and lowest. */
  readonly #highs = new Queue<Moment>()
  readonly #lows = new Queue<Moment>()
  #volume: Amount = ZERO
  #before: { price: Price; at: number } | undefined

  /** Trades come in the order of their ids. A stamp that lies behind the last one's is read as the last one's. */
  add({ unitPrice, amount: volume, at }: MarketTrade): void {
    this.addPast({ opensAt: at, open: unitPrice, high: unitPrice, low: unitPrice, close: unitPrice, volume })
  }

  /** A bar of the recorded past, which counts whole from when it opens; in the order of their times, before later trades. */
  addPast({ opensAt, open, high, low, close, volume }: Candle): void {
    this.#volume = amount(this.#volume + volume)
    const last = this.#moments.last()
    const at = last && opensAt < last.at ? last.at : opensAt
    const moment: Moment = last?.at === at ? last : { at, open, high, low, close, volume: ZERO }
    moment.close = close
    moment.volume = amount(moment.volume + volume)
    if (high > moment.high) moment.high = high
    if (low < moment.low) moment.low = low
    if (moment !== last) this.#moments.push(moment)
    this.#highs.pushOver(moment, (other) => other.high <= moment.high)
    this.#lows.pushOver(moment, (other) => other.low >= moment.low)
  }

  /** The last price before the day began: loaded at start, then kept from what expires. */
  setBefore(price: Price, at: number): void {
    this.#before = { price, at }
  }

  /** The last price that is more than a day old, as far as it is known. */
  before(nowMs: number): { readonly price: Price; readonly at: number } | undefined {
    this.#expire(nowMs)
    return this.#before
  }

  /** `undefined` when nothing was recorded within the last 24 hours. */
  figures(nowMs: number): DayFigures | undefined {
    this.#expire(nowMs)
    const first = this.#moments.first()
    const last = this.#moments.last()
    const high = this.#highs.first()?.high
    const low = this.#lows.first()?.low
    if (!first || !last || high === undefined || low === undefined) return undefined
    return { open: first.open, high, low, close: last.close, volume: this.#volume }
  }

  /** When the figures change though nobody trades: the oldest record is then a day old. */
  changesAt(): number {
    const first = this.#moments.first()
    return first ? first.at + DAY_MS : Number.POSITIVE_INFINITY
  }

  #expire(nowMs: number): void {
    for (let old = this.#moments.first(); old && old.at <= nowMs - DAY_MS; old = this.#moments.first()) {
      this.#moments.shift()
      if (this.#highs.first() === old) this.#highs.shift()
      if (this.#lows.first() === old) this.#lows.shift()
      this.#volume = amount(this.#volume - old.volume)
      this.#before = { price: old.close, at: old.at }
    }
  }
}

/** A queue on an array whose emptied front is cut off now and then. */
class Queue<Item> {
  #items: Item[] = []
  #head = 0

  first = () => this.#items[this.#head]
  last = () => (this.#items.length > this.#head ? this.#items.at(-1) : undefined)

  push(item: Item): void {
    this.#items.push(item)
  }

  /** Drops from the end what the new item makes superfluous, the item itself among it, and appends it. */
  pushOver(item: Item, isSuperfluous: (other: Item) => boolean): void {
    for (let last = this.last(); last !== undefined && isSuperfluous(last); last = this.last()) this.#items.pop()
    this.#items.push(item)
  }

  shift(): void {
    this.#head += 1
    if (this.#head < 1_024 || this.#head * 2 < this.#items.length) return
    this.#items = this.#items.slice(this.#head)
    this.#head = 0
  }
}
