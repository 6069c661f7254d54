import type { Applied } from '../exchange/exchange.ts'
import type { Queryable } from '../store/database.ts'
import { readMarketTrades } from '../store/market-data/read-market-trades.ts'
import type { MarketTrade } from './market-trade.ts'

type Trade = Applied['journal']['trades'] extends Iterable<infer Member> ? Member : never

export interface TradeStreamSettings {
  readonly database: Queryable
  readonly log: { warn(details: object, message: string): void }
  /** Told of committed trades of the book, each once, in the order of their ids. */
  readonly onTrades: (trades: readonly MarketTrade[]) => void
}

const RETRY_MS = 1_000

/**
 * The committed trades without gaps. A commit whose outcome was unknown is never announced, only found again in the
 * rebuilt state: its trades are then read from the database, and whatever is announced meanwhile waits.
 */
export class TradeStream {
  readonly #settings: TradeStreamSettings
  /** The newest trade that was passed on, or that the reader knew when the stream began. */
  #lastId = 0
  /** The newest that is committed; `undefined` before the first word of the exchange. */
  #committedId: number | undefined
  /** Announced trades that may not be passed on yet. */
  #waiting: MarketTrade[] | undefined = []
  #hasGap = false
  #closed = false

  constructor(settings: TradeStreamSettings) {
    this.#settings = settings
  }

  /** The newest committed trade, of whatever kind: what a reader has to know when the stream begins. */
  get committedId(): number {
    return this.#committedId ?? 0
  }

  /** Begins to pass on what follows this trade; until then everything waits. */
  begin(lastId: number): void {
    this.#lastId = lastId
    if (this.#hasGap) void this.#catchUp()
    else this.#passOnWaiting()
  }

  /** Listens to the exchange. */
  look({ journal: { trades }, state: { nextTradeId } }: Applied): () => void {
    return () => this.#hear(trades, { firstId: trades[0]?.id ?? nextTradeId, lastId: nextTradeId - 1 })
  }

  close(): void {
    this.#closed = true
  }

  #hear(committed: readonly Trade[], { firstId, lastId }: { firstId: number; lastId: number }): void {
    const trades = committed.filter(({ makerOrderId }) => makerOrderId !== undefined)
    const hasGap = this.#committedId !== undefined && firstId > this.#committedId + 1
    this.#committedId = lastId
    if (hasGap) this.#hasGap = true
    if (this.#waiting) this.#waiting.push(...trades)
    else if (!hasGap) this.#passOn(trades)
    else {
      this.#waiting = [...trades]
      void this.#catchUp()
    }
  }

  async #catchUp(): Promise<void> {
    const { database, log } = this.#settings
    while (this.#hasGap && !this.#closed) {
      this.#hasGap = false
      const upTo = this.committedId
      try {
        this.#passOn(await readMarketTrades(database, { after: this.#lastId, upTo, sinceMs: 0 }))
        this.#lastId = upTo
      } catch (error) {
        this.#hasGap = true
        log.warn({ err: error }, 'trades that were missed cannot be read yet')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
      }
    }
    this.#passOnWaiting()
  }

  #passOnWaiting(): void {
    const waiting = (this.#waiting ?? []).filter(({ id }) => id > this.#lastId)
    this.#waiting = undefined
    this.#passOn(waiting)
  }

  #passOn(trades: readonly MarketTrade[]): void {
    const last = trades.at(-1)
    if (!last) return
    this.#lastId = last.id
    this.#settings.onTrades(trades)
  }
}
