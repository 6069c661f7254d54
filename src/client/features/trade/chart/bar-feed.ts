import { toChartNumber } from '#client/ui/chart-number.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { getChartHistory } from '#contract/udf.ts'
import { barStart, RESOLUTIONS, type Resolution } from '#domain/bar-grid.ts'

/** A bar as numbers, which are only drawn. */
export interface Bar {
  /** The opening time in UTC seconds. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export type History = Reply<typeof getChartHistory>

export interface PrintedTrade {
  readonly id: string
  readonly unitPrice: string
  readonly amount: string
  readonly createdAtDateTime: string
}

/** Asks the chart feed for bars: from an opening time on, or some before one. */
export type AskHistory = (range: { readonly from: number } | { readonly to: number }) => Promise<History>

/** The part of the bars that changed: everything, or what follows from an index on. */
export type Change = 'all' | number

/** Changes are collected for so long: a chart paints its whole canvas each time, and four times a second looks live. */
const GATHER_MS = 250
/** Bars that are missing are asked for once in this time at most. */
const MEND_MS = 1_000

/**
 * The bars of one market at one resolution: those of an answer, carried on by the market's trades. If trades were missed, the bars since are read
 * again, and only these.
 */
export class BarFeed {
  readonly #resolution: Resolution
  readonly #ask: AskHistory
  readonly #listeners = new Set<(change: Change) => void>()
  readonly sandbox: boolean
  #bars: Bar[]
  #lastTrade: string
  #changedFrom: Change | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #changedAt = 0
  #isMending = false
  #mendedAt = Number.NEGATIVE_INFINITY
  #older: 'rest' | 'asked' | 'none' = 'rest'

  constructor({ history, resolution, ask }: { history: History; resolution: Resolution; ask: AskHistory }) {
    this.#resolution = resolution
    this.#ask = ask
    this.#bars = barsOf(history)
    this.#lastTrade = lastTradeOf(history)
    this.sandbox = history.s === 'ok' && history.sandbox === true
  }

  /** Oldest first. */
  get bars(): readonly Bar[] {
    return this.#bars
  }

  /** Calls the listener after changes, at most four times a second. Returns the function that stops it. */
  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) clearTimeout(this.#timer)
    }
  }

  /** Adds those of the market's last trades, newest first, that the bars do not contain yet. */
  follow(trades: readonly PrintedTrade[]): void {
    const unknown = trades.filter(({ id }) => isNewer(id, this.#lastTrade))
    if (unknown.length === 0) return
    // If even the oldest of them is unknown, there may be others before it.
    if (unknown.length === trades.length && this.#lastTrade !== '') return void this.#mend()
    for (const trade of unknown.toReversed()) this.#add(trade)
  }

  /** Reads bars from before the first one, if there are any. */
  async readOlder(): Promise<void> {
    const [first] = this.#bars
    if (this.#older !== 'rest' || !first) return
    this.#older = 'asked'
    try {
      const older = barsOf(await this.#ask({ to: first.time }))
      this.#bars = [...older, ...this.#bars]
      this.#older = older.length === 0 ? 'none' : 'rest'
      if (older.length > 0) this.#notify('all')
    } catch {
      // Asked for again with the next movement.
      this.#older = 'rest'
    }
  }

  #add({ id, unitPrice, amount, createdAtDateTime }: PrintedTrade): void {
    this.#lastTrade = id
    const time = barStart(Date.parse(createdAtDateTime), RESOLUTIONS[this.#resolution]) / 1_000
    const price = toChartNumber(unitPrice)
    const volume = toChartNumber(amount)
    const at = this.#bars.length - 1
    const last = this.#bars[at]
    if (last && last.time >= time) {
      const { high, low } = last
      const reached = { high: Math.max(high, price), low: Math.min(low, price) }
      this.#bars[at] = { ...last, ...reached, close: price, volume: last.volume + volume }
      this.#notify(at)
    } else {
      this.#bars.push({ time, open: price, high: price, low: price, close: price, volume })
      this.#notify(this.#bars.length - 1)
    }
  }

  async #mend(): Promise<void> {
    if (this.#isMending || performance.now() - this.#mendedAt < MEND_MS) return
    this.#isMending = true
    this.#mendedAt = performance.now()
    const last = this.#bars.at(-1)
    try {
      const history = await this.#ask({ from: last?.time ?? 0 })
      const read = barsOf(history)
      const [first] = read
      this.#lastTrade = lastTradeOf(history) || this.#lastTrade
      if (!first) return
      // After a long absence the answer may not reach back to the known bars.
      const known = first.time === last?.time ? this.#bars.slice(0, -1) : []
      this.#bars = [...known, ...read]
      if (known.length === 0) this.#older = 'rest'
      this.#notify(known.length === 0 ? 'all' : known.length)
    } catch {
      // Asked for again with the next trade.
    } finally {
      this.#isMending = false
    }
  }

  #notify(change: Change): void {
    const before = this.#changedFrom
    this.#changedFrom =
      change === 'all' || before === 'all' ? 'all' : Math.min(change, before ?? Number.POSITIVE_INFINITY)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#publish(), Math.max(0, this.#changedAt + GATHER_MS - performance.now()))
  }

  #publish(): void {
    const change = this.#changedFrom
    if (change === undefined) return
    this.#changedFrom = undefined
    this.#changedAt = performance.now()
    for (const listener of this.#listeners) listener(change)
  }
}

/** Ids are whole numbers as text, which grow. */
const isNewer = (id: string, than: string) => (id.length === than.length ? id > than : id.length > than.length)

const lastTradeOf = (history: History): string => (history.s === 'error' ? undefined : history.lastTrade) ?? ''

export function barsOf(history: History): Bar[] {
  if (history.s !== 'ok') return []
  const { t, o, h, l, c, v } = history
  return t.map((time, i) => {
    const close = c[i] ?? 0
    return { time, open: o[i] ?? close, high: h[i] ?? close, low: l[i] ?? close, close, volume: v[i] ?? 0 }
  })
}

const DECIMALS_MAX = 8

/** The number of decimals with which these prices are written, at most eight. */
export function decimalsOf(prices: readonly number[]): number {
  let decimals = 0
  for (const price of prices) {
    while (decimals < DECIMALS_MAX && !isWhole(price * 10 ** decimals)) decimals += 1
    if (decimals === DECIMALS_MAX) break
  }
  return decimals
}

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < Math.max(1e-9, value * 1e-12)
