import type { Queryable } from '../store/database.ts'
import { readMinutes } from '../store/market-data/read-minutes.ts'
import { recomputeMinutes } from '../store/market-data/recompute-minutes.ts'
import { writeCandles } from '../store/market-data/write-candles.ts'
import { type Candle, candleOf, MINUTE_MS, minuteOf, withTrade } from './candle.ts'
import type { MarketTrade } from './market-trade.ts'

export interface KeeperSettings {
  readonly database: Queryable
  readonly log: { warn(details: object, message: string): void }
  readonly now: () => number
  /** How often changed minutes are written. */
  readonly writeMs: number
}

interface Minute {
  readonly marketId: number
  candle: Candle
}

const keyOf = (marketId: number, opensAt: number) => `${marketId} ${opensAt}`

/** How long a written minute is remembered, for trades that are committed behind their time. */
const REMEMBERED_MS = 10 * MINUTE_MS

/**
 * Writes the bars of committed trades, a minute each, apart from the commits themselves. What a killed process had not
 * written is made again from the trades at the next start.
 */
export class MinuteKeeper {
  readonly #settings: KeeperSettings
  readonly #minutes = new Map<string, Minute>()
  readonly #changed = new Set<string>()
  /** Minutes before it are known to the database alone. */
  #rememberedSince: number
  /** The earliest minute that a trade fell into after it was forgotten; made again from the trades. */
  #spoiledSince: number | undefined
  #lastTradeId = 0
  #queue: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(settings: KeeperSettings) {
    this.#settings = settings
    this.#rememberedSince = Number.POSITIVE_INFINITY
  }

  /** Recomputes what the last run left unwritten, up to this trade, and begins to write. Only then trades may be added. */
  async begin(lastTradeId: number): Promise<void> {
    const { database, now } = this.#settings
    this.#lastTradeId = lastTradeId
    const sinceMs = minuteOf(now())
    await recomputeMinutes(database, { lastTradeId, sinceMs })
    // The minute that is under way goes on from here: otherwise it would be made again from all its trades at every write.
    for (const { marketId, opensAt, open, high, low, close, volume } of await readMinutes(database, { sinceMs }))
      this.#minutes.set(keyOf(marketId, opensAt), { marketId, candle: { opensAt, open, high, low, close, volume } })
    this.#rememberedSince = sinceMs
    this.#timer = setInterval(() => void this.write(), this.#settings.writeMs)
    this.#timer.unref()
  }

  add(trade: MarketTrade): void {
    this.#lastTradeId = Math.max(this.#lastTradeId, trade.id)
    const opensAt = minuteOf(trade.at)
    const key = keyOf(trade.marketId, opensAt)
    const known = this.#minutes.get(key)
    if (known) known.candle = withTrade(known.candle, trade)
    else if (opensAt >= this.#rememberedSince)
      this.#minutes.set(key, { marketId: trade.marketId, candle: candleOf(opensAt, trade) })
    else {
      this.#spoiledSince = Math.min(this.#spoiledSince ?? opensAt, opensAt)
      return
    }
    this.#changed.add(key)
  }

  /** Writes what changed. A failure is told to the log, and tried again with the next. */
  async write(): Promise<void> {
    await this.#inTurn(() => this.#writeChanged())
  }

  /**
   * Runs `read` when everything committed before this call is written, and nothing is written while it runs.
   * `onCut` runs at the moment from which on trades are not yet in what `read` finds.
   */
  readBehind<Result>({ onCut, read }: { onCut: () => void; read: () => Promise<Result> }): Promise<Result> {
    return this.#inTurn(async () => {
      onCut()
      if (!(await this.#writeChanged())) throw new Error('the candles cannot be written, so they cannot be read')
      return read()
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(work)
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  async #writeChanged(): Promise<boolean> {
    const { database, log } = this.#settings
    const keys = [...this.#changed]
    this.#changed.clear()
    const spoiledSince = this.#spoiledSince
    const lastTradeId = this.#lastTradeId
    this.#spoiledSince = undefined
    const rows = keys.flatMap((key) => {
      const minute = this.#minutes.get(key)
      if (!minute) return []
      return { ...minute.candle, marketId: minute.marketId, widthSeconds: 60, sandbox: false } as const
    })
    try {
      await writeCandles(database, rows)
      if (spoiledSince !== undefined) await recomputeMinutes(database, { lastTradeId, sinceMs: spoiledSince })
      this.#forget()
      return true
    } catch (error) {
      for (const key of keys) this.#changed.add(key)
      if (spoiledSince !== undefined) this.#spoiledSince = Math.min(this.#spoiledSince ?? spoiledSince, spoiledSince)
      log.warn({ err: error }, 'candles were not written')
      return false
    }
  }

  #forget(): void {
    const since = minuteOf(this.#settings.now() - REMEMBERED_MS)
    this.#rememberedSince = Math.max(this.#rememberedSince, since)
    for (const [key, { candle }] of this.#minutes)
      if (candle.opensAt < this.#rememberedSince && !this.#changed.has(key)) this.#minutes.delete(key)
  }
}
