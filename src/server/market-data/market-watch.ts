import type { Market } from '#domain/market.ts'
import type { Applied, Exchange } from '../exchange/exchange.ts'
import type { Database } from '../store/database.ts'
import { RESOLUTIONS, type Resolution } from './candle.ts'
import type { Bar, CandleSeries } from './candle-series.ts'
import { copyDepth, type Depth } from './depth.ts'
import type { MarketMemory } from './market-figures.ts'
import { loadMarkets, remember } from './market-memory.ts'
import type { MarketTrade } from './market-trade.ts'
import { MinuteKeeper } from './minute-keeper.ts'
import { readNewestBars } from './newest-bars.ts'
import { SeriesShelf } from './series-shelf.ts'
import { TradeStream } from './trade-stream.ts'

export interface WatchSettings {
  readonly database: Database
  readonly exchange: Exchange
  readonly markets: readonly Market[]
  readonly log: { warn(details: object, message: string): void }
  readonly now: () => number
  /** How often changed candles are written. */
  readonly candleWriteMs: number
}

export interface OlderBars {
  readonly count: number
  /** Where a bar begins: this bar and later ones are left out. */
  readonly beforeMs: number
  /** Bars that begin earlier are left out. */
  readonly fromMs?: number
}

export interface MarketFollower {
  onTrades(trades: readonly MarketTrade[]): void
  /** The book of this market is another one. */
  onDepth(marketId: number): void
}

/** What the markets did and do, from committed changes alone. */
export interface MarketWatch {
  market(id: number): MarketMemory
  /** @throws Error when the database does not answer */
  candles(marketId: number, resolution: Resolution): Promise<CandleSeries>
  /** Bars from before the series, oldest first, the newest `count` of them. @throws Error when the database does not answer */
  olderBars(marketId: number, resolution: Resolution, wanted: OlderBars): Promise<Bar[]>
  /** Grows with every committed change of any market. */
  version(): number
  /** Tells of every committed change of a market after it is remembered. Returns how to stop. */
  follow(follower: MarketFollower): () => void
  close(): Promise<void>
}

/** Reads the past, follows every commit from the same moment on, and keeps the candles. */
export async function watchMarkets(settings: WatchSettings): Promise<MarketWatch> {
  const { database, exchange, markets, log, now } = settings
  const keeper = new MinuteKeeper({ database, log, now, writeMs: settings.candleWriteMs })
  const shelf = new SeriesShelf({ database, keeper, now })
  let memories: ReadonlyMap<number, MarketMemory> = new Map()
  let version = 0
  const followers = new Set<MarketFollower>()

  const onTrades = (trades: readonly MarketTrade[]) => {
    for (const trade of trades) {
      const memory = memories.get(trade.marketId)
      if (memory) remember(memory, trade)
      keeper.add(trade)
      shelf.add(trade)
    }
    version += 1
    for (const follower of followers) follower.onTrades(trades)
  }
  const stream = new TradeStream({ database, log, onTrades })
  const depths = new DepthWatch(markets, now)
  /** Books that were committed before the memories were there. */
  const early = new Map<number, Depth>()
  const unsubscribe = exchange.subscribe((applied) => {
    const copies = depths.look(applied)
    const tellTrades = stream.look(applied)
    return () => {
      for (const [id, depth] of copies) if (!setDepth(memories, id, depth)) early.set(id, depth)
      tellTrades()
      version += 1
      for (const follower of followers) for (const id of copies.keys()) follower.onDepth(id)
    }
  })

  try {
    // An order may expire while this opens: what is read has to be what was told.
    await exchange.settled()
    const lastTradeId = stream.committedId
    await keeper.begin(lastTradeId)
    memories = await loadMarkets(database, { markets, lastTradeId, nowMs: now() })
    for (const [id, depth] of early) setDepth(memories, id, depth)
    stream.begin(lastTradeId)
  } catch (error) {
    unsubscribe()
    stream.close()
    throw error
  }
  return {
    market(id) {
      const memory = memories.get(id)
      if (!memory) throw new Error(`market ${id} is not watched`)
      return memory
    },
    candles: (marketId, resolution) => shelf.series(marketId, resolution),
    olderBars: (marketId, resolution, wanted) =>
      readNewestBars(database, { marketId, grid: RESOLUTIONS[resolution], ...wanted }),
    version: () => version,
    follow(follower) {
      followers.add(follower)
      return () => followers.delete(follower)
    },
    async close() {
      unsubscribe()
      stream.close()
      await keeper.close()
    },
  }
}

/** False: this market is not remembered yet. */
function setDepth(memories: ReadonlyMap<number, MarketMemory>, marketId: number, depth: Depth): boolean {
  const memory = memories.get(marketId)
  if (memory) memory.depth = depth
  return memory !== undefined
}

/** Copies the books that a batch changed; sequences go on growing through rebuilds and restarts. */
class DepthWatch {
  readonly #markets: readonly Market[]
  readonly #now: () => number
  /** The engine's own count of each book when it was copied; it begins again when the state is rebuilt. */
  readonly #copied = new Map<number, number>()
  #state: Applied['state'] | undefined
  #sequence: number

  constructor(markets: readonly Market[], now: () => number) {
    this.#markets = markets
    this.#now = now
    // Microseconds since 1970: no run can have counted further than the clock has gone.
    this.#sequence = now() * 1_000
  }

  /** The copies, by market id. */
  look({ journal, state }: Applied): Map<number, Depth> {
    const isRebuilt = state !== this.#state
    this.#state = state
    const touched = isRebuilt ? this.#markets.map(({ id }) => id) : marketsOf(journal)
    const copies = new Map<number, Depth>()
    for (const id of touched) {
      const venue = state.venues.get(id)
      if (!venue || (!isRebuilt && this.#copied.get(id) === venue.book.sequence)) continue
      this.#copied.set(id, venue.book.sequence)
      this.#sequence += 1
      copies.set(id, copyDepth(venue.book, venue.market, { sequence: this.#sequence, at: this.#now() }))
    }
    return copies
  }
}

function marketsOf({ orders }: Applied['journal']): Set<number> {
  const ids = new Set<number>()
  for (const { marketId } of orders) ids.add(marketId)
  return ids
}
