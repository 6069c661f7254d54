import { RESOLUTIONS, type Resolution } from '#domain/bar-grid.ts'
import type { Market } from '#domain/market.ts'
import type { MarketTrade } from '#domain/trade.ts'
import { type CommitEvent, type CommitSnapshot, followCommits } from '../exchange/commit-feed.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Database, Queryable } from '../store/database.ts'
import { readMarketTrades } from '../store/market-data/read-market-trades.ts'
import type { Bar, CandleSeries } from './bars.ts'
import type { BookUndo } from './market-book.ts'
import { loadHistory, MarketReadModel } from './market-read-model.ts'
import { MinuteKeeper } from './minute-keeper.ts'
import { readNewestBars, SeriesCache } from './series-cache.ts'

export interface WatchSettings {
  readonly database: Database
  readonly exchange: Pick<Exchange, 'subscribe' | 'settled'>
  readonly markets: readonly Market[]
  readonly log: { warn(details: object, message: string): void }
  readonly now: () => number
  /** How often changed candles are written. */
  readonly candleWriteMs: number
}

export interface OlderBars {
  readonly count: number
  /** Bars that begin then or later are left out. */
  readonly beforeMs: number
  /** Earlier bars are left out. */
  readonly fromMs?: number
}

export interface MarketFollower {
  onTrades(trades: readonly MarketTrade[]): void
  /** Called after the book of this market changed: with the volumes before, or without if a snapshot replaced it. */
  onBook(marketId: number, undos: readonly BookUndo[] | undefined): void
}

/** The past and present of the markets, from committed changes alone. */
export interface MarketWatch {
  market(id: number): MarketReadModel
  /** @throws Error when the database does not answer */
  candles(marketId: number, resolution: Resolution): Promise<CandleSeries>
  /** Bars from before the series, oldest first, the newest `count` of them. @throws Error when the database does not answer */
  olderBars(marketId: number, resolution: Resolution, wanted: OlderBars): Promise<Bar[]>
  /** The number of the newest commit that is fully included. */
  version(): number
  /** Calls the follower after every change of a market. Returns a function that stops it. */
  follow(follower: MarketFollower): () => void
  close(): Promise<void>
}

/** Reads the past, follows every commit from that moment on, and writes the candles. */
export async function watchMarkets(settings: WatchSettings): Promise<MarketWatch> {
  const watch = new Watch(settings)
  await watch.open()
  return watch
}

class Watch implements MarketWatch {
  readonly #settings: WatchSettings
  readonly #models: Map<number, MarketReadModel>
  readonly #keeper: MinuteKeeper
  readonly #series: SeriesCache
  readonly #stream: TradeStream
  readonly #followers = new Set<MarketFollower>()
  #version = 0
  #lastTradeId = 0
  #stop: (() => void) | undefined

  constructor(settings: WatchSettings) {
    const { database, markets, log, now, candleWriteMs: writeMs } = settings
    this.#settings = settings
    this.#models = new Map(markets.map((market) => [market.id, new MarketReadModel(market)]))
    this.#keeper = new MinuteKeeper({ database, log, writeMs })
    this.#series = new SeriesCache({ database, keeper: this.#keeper, now })
    this.#stream = new TradeStream({ database, log, onTrades: (trades) => this.#onTrades(trades) })
  }

  async open(): Promise<void> {
    const { exchange, database, now } = this.#settings
    this.#stop = followCommits(exchange, {
      onSnapshot: (snapshot) => this.#onSnapshot(snapshot),
      onCommit: (commit) => this.#onCommit(commit),
    })
    try {
      // The snapshot is sent after the batches in flight are committed.
      await exchange.settled()
      const lastTradeId = this.#lastTradeId
      await this.#keeper.begin(lastTradeId)
      await loadHistory(database, { models: this.#models, lastTradeId, nowMs: now() })
      this.#stream.begin(lastTradeId)
    } catch (error) {
      this.#stop()
      this.#stream.close()
      throw error
    }
  }

  market(id: number): MarketReadModel {
    const model = this.#modelOf(id)
    if (!model) throw new Error(`market ${id} is not watched`)
    return model
  }

  candles(marketId: number, resolution: Resolution): Promise<CandleSeries> {
    return this.#series.series(marketId, resolution)
  }

  olderBars(marketId: number, resolution: Resolution, wanted: OlderBars): Promise<Bar[]> {
    return readNewestBars(this.#settings.database, { marketId, grid: RESOLUTIONS[resolution], ...wanted })
  }

  version(): number {
    return this.#version
  }

  follow(follower: MarketFollower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  async close(): Promise<void> {
    this.#stop?.()
    this.#stream.close()
    await this.#keeper.close()
  }

  /** A market that was added while running has an empty book and no past. */
  #modelOf(id: number): MarketReadModel | undefined {
    const known = this.#models.get(id)
    if (known) return known
    const { markets, now } = this.#settings
    const added = markets.find((market) => market.id === id)
    if (!added) return undefined
    const model = new MarketReadModel(added)
    model.book.replace({ bids: [], asks: [], number: 0, at: now() })
    this.#models.set(id, model)
    return model
  }

  #onSnapshot(snapshot: CommitSnapshot): void {
    this.#version = snapshot.number
    for (const book of snapshot.books) this.#modelOf(book.marketId)?.book.replace(book)
    this.#lastTradeId = snapshot.lastTradeId
    this.#stream.onSnapshot(snapshot.lastTradeId)
    for (const follower of this.#followers)
      for (const { marketId } of snapshot.books) follower.onBook(marketId, undefined)
  }

  #onCommit(commit: CommitEvent): void {
    this.#version = commit.number
    const changed = new Map<number, BookUndo[]>()
    for (const change of commit.bookChanges) {
      const undo = this.#modelOf(change.marketId)?.book.change(change, commit)
      const others = changed.get(change.marketId)
      if (undo && others) others.push(undo)
      else if (undo) changed.set(change.marketId, [undo])
    }
    this.#stream.onCommit(commit)
    for (const follower of this.#followers) for (const [marketId, undos] of changed) follower.onBook(marketId, undos)
  }

  #onTrades(trades: readonly MarketTrade[]): void {
    for (const trade of trades) {
      this.#modelOf(trade.marketId)?.add(trade)
      this.#keeper.add(trade)
      this.#series.add(trade)
    }
    for (const follower of this.#followers) follower.onTrades(trades)
  }
}

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
