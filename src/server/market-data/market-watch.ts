import type { Market } from '#domain/market.ts'
import type { MarketTrade } from '#domain/trade.ts'
import { type CommitEvent, type CommitSnapshot, followCommits } from '../exchange/commit-feed.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Database } from '../store/database.ts'
import { RESOLUTIONS, type Resolution } from './candle.ts'
import type { Bar, CandleSeries } from './candle-series.ts'
import type { BookUndo } from './market-book.ts'
import { loadHistory, MarketReadModel } from './market-read-model.ts'
import { MinuteKeeper } from './minute-keeper.ts'
import { readNewestBars, SeriesCache } from './series-cache.ts'
import { TradeStream } from './trade-stream.ts'

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
