import type { MarketTrade } from '#domain/trade.ts'
import type { CommitEvent } from '../exchange/commit-feed.ts'
import type { Queryable } from '../store/database.ts'
import { readMarketTrades } from '../store/market-data/read-market-trades.ts'

export interface TradeStreamSettings {
  readonly database: Queryable
  readonly log: { warn(details: object, message: string): void }
  /** Receives committed trades of the book, each once, in the order of their ids. */
  readonly onTrades: (trades: readonly MarketTrade[]) => void
}

const RETRY_MS = 1_000

/**
 * Delivers the committed trades without gaps. A commit whose outcome was unknown is never published, but only included in the snapshot of
 * the rebuilt state: its trades are then read from the database, while published ones wait.
 */
export class TradeStream {
  readonly #settings: TradeStreamSettings
  /** The newest trade that was delivered, or that the reader knew when the stream began. */
  #lastId = 0
  /** The newest committed trade according to the snapshots. */
  #committedId = 0
  /** Published trades that may not be delivered yet. */
  #waiting: MarketTrade[] | undefined = []
  #isCatchingUp = false
  #hasBegun = false
  #closed = false

  constructor(settings: TradeStreamSettings) {
    this.#settings = settings
  }

  /** Starts delivering trades after this one; until then everything waits. */
  begin(lastId: number): void {
    this.#lastId = lastId
    this.#hasBegun = true
    if (this.#committedId > lastId) void this.#catchUp()
    else this.#passOnWaiting()
  }

  /** Handles a snapshot: trades up to this one are committed. */
  onSnapshot(lastTradeId: number): void {
    this.#committedId = lastTradeId
    if (!this.#hasBegun || lastTradeId <= this.#lastId) return
    this.#waiting ??= []
    if (!this.#isCatchingUp) void this.#catchUp()
  }

  onCommit({ trades }: Pick<CommitEvent, 'trades'>): void {
    const ofBook = trades.filter(({ makerOrderId }) => makerOrderId !== undefined)
    if (this.#waiting) this.#waiting.push(...ofBook)
    else this.#passOn(ofBook)
  }

  close(): void {
    this.#closed = true
  }

  async #catchUp(): Promise<void> {
    const { database, log } = this.#settings
    this.#isCatchingUp = true
    while (this.#committedId > this.#lastId && !this.#closed) {
      const upTo = this.#committedId
      try {
        this.#passOn(await readMarketTrades(database, { after: this.#lastId, upTo, sinceMs: 0 }))
        this.#lastId = upTo
      } catch (error) {
        log.warn({ err: error }, 'trades that were missed cannot be read yet')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
      }
    }
    this.#isCatchingUp = false
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
