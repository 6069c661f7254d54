import type { MarketTrade } from '#domain/trade.ts'
import type { Queryable } from '../store/database.ts'
import { type CandleProgress, readCandleProgress, readMinutes, writeMinutes } from '../store/market-data/candles.ts'
import { readMarketTrades } from '../store/market-data/read-market-trades.ts'
import { type Candle, candleOf, minuteOf, withTrade } from './bars.ts'

export interface KeeperSettings {
  readonly database: Queryable
  readonly log: { warn(details: object, message: string): void }
  /** How often changed minutes are written. */
  readonly writeMs: number
}

interface Minute {
  readonly marketId: number
  candle: Candle
  isWritten: boolean
}

/** Trades read per query while a start counts what the last run did not write. */
const TRADES_AT_ONCE = 50_000

/**
 * Writes one bar per minute of committed trades, separately from the commits. The bars that a killed process did not write are counted from
 * the trades at the next start.
 */
export class MinuteKeeper {
  readonly #settings: KeeperSettings
  /** The minute of the newest trade, and older unwritten minutes, which no later trade can change. */
  #minutes = new Map<string, Minute>()
  #progress: CandleProgress = { lastTradeId: 0, at: 0 }
  #queue: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(settings: KeeperSettings) {
    this.#settings = settings
  }

  /** Counts the trades that the last run did not write, up to this one, and begins to write. Trades may be added only afterwards. */
  async begin(lastTradeId: number): Promise<void> {
    const { database, writeMs } = this.#settings
    this.#progress = await readCandleProgress(database)
    for (const { marketId, ...candle } of await readMinutes(database, { sinceMs: minuteOf(this.#progress.at) }))
      this.#minutes.set(keyOf(marketId, candle.opensAt), { marketId, candle: candleIn(candle), isWritten: true })
    while (this.#progress.lastTradeId < lastTradeId) {
      const after = this.#progress.lastTradeId
      const upTo = Math.min(lastTradeId, after + TRADES_AT_ONCE)
      for (const trade of await readMarketTrades(database, { after, upTo, sinceMs: 0 })) this.add(trade)
      this.#progress = { ...this.#progress, lastTradeId: upTo }
      await this.#write()
    }
    this.#timer = setInterval(() => void this.write(), writeMs)
    this.#timer.unref()
  }

  /** Adds a trade, which must be the newest. */
  add(trade: MarketTrade): void {
    const opensAt = minuteOf(trade.at)
    const key = keyOf(trade.marketId, opensAt)
    const known = this.#minutes.get(key)
    if (known) {
      known.candle = withTrade(known.candle, trade)
      known.isWritten = false
    } else this.#minutes.set(key, { marketId: trade.marketId, candle: candleOf(opensAt, trade), isWritten: false })
    this.#progress = { lastTradeId: trade.id, at: trade.at }
  }

  /** Writes the changed minutes. A failure is logged, and the next run tries again. */
  async write(): Promise<void> {
    await this.#inTurn(() => this.#write()).catch((error: unknown) =>
      this.#settings.log.warn({ err: error }, 'candles were not written'),
    )
  }

  /**
   * Runs `read` after everything committed before this call is written, with no writes while it runs. `onCut` is called at the moment after
   * which further trades are not in the result of `read`.
   */
  readBehind<Result>({ onCut, read }: { onCut: () => void; read: () => Promise<Result> }): Promise<Result> {
    return this.#inTurn(async () => {
      onCut()
      await this.#write()
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

  async #write(): Promise<void> {
    const changed = [...this.#minutes.values()].filter(({ isWritten }) => !isWritten)
    if (changed.length === 0) return
    const rows = changed.map(
      ({ marketId, candle }) => ({ ...candle, marketId, widthSeconds: 60, sandbox: false }) as const,
    )
    for (const minute of changed) minute.isWritten = true
    try {
      await writeMinutes(this.#settings.database, rows, this.#progress)
    } catch (error) {
      for (const minute of changed) minute.isWritten = false
      throw error
    }
    this.#forget()
  }

  #forget(): void {
    const newest = minuteOf(this.#progress.at)
    for (const [key, { candle, isWritten }] of this.#minutes)
      if (isWritten && candle.opensAt < newest) this.#minutes.delete(key)
  }
}

const keyOf = (marketId: number, opensAt: number) => `${marketId} ${opensAt}`

const candleIn = ({ opensAt, open, high, low, close, volume }: Candle): Candle => ({
  opensAt,
  open,
  high,
  low,
  close,
  volume,
})
