import { eventText, marketOfEvent, STREAM_MARKETS_MAX } from '#contract/stream.ts'
import type { Market } from '#domain/market.ts'
import type { MarketState } from '#domain/market-state.ts'
import type { MarketTrade } from '#domain/trade.ts'
import { type Amount, type Price, ZERO } from '#domain/units.ts'
import type { BookLevel } from '../exchange/commit-feed.ts'
import { readCount } from '../store/pg-values.ts'
import type { BookUndo, Depth, MarketBook } from './market-book.ts'
import type { MarketReadModel } from './market-read-model.ts'
import { showPairs, showTicker, showTrade } from './show-market.ts'

export interface ChannelListener {
  /** @param id the event's, which says what the listener has of the market then */
  send(frame: Buffer, id: string): void
}

interface Frame {
  readonly bytes: Buffer
  readonly id: string
}

export interface ChannelSettings {
  readonly model: MarketReadModel
  readonly now: () => number
  readonly sandboxTradersId: number | undefined
  readonly fallback: () => Price | undefined
  readonly state: () => MarketState
}

/** Changes are collected for so long: a thousand commits a second must not become a thousand messages per listener. */
const GATHER_MS = 50
const TRADES_PER_EVENT_MAX = 100
/** Levels streamed per side. */
const LEVELS = 50
/** Changed prices and trades that are kept for clients that come back; see `KEPT_ROWS_MAX` for what more of them cost. */
const UNDOS_MAX = 500
const TRADES_MAX = 500

/**
 * The stream of one market: its changes are encoded once for all listeners. The id of an event says what its receiver has then: the market,
 * the number of the commit that changed its book last, and its newest trade. The writer gives these numbers, so an id means the same in
 * every process, and a client can go on in another one than it came from.
 */
export class MarketChannel {
  readonly #settings: ChannelSettings
  readonly #listeners = new Set<ChannelListener>()
  readonly #recent: RecentChanges
  /** The book and the newest trade that the listeners have. */
  #sent: Depth
  #sentTrade: number
  #ticker: string
  #trades: MarketTrade[] = []
  #reset: Frame | undefined
  #flushedAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(settings: ChannelSettings) {
    this.#settings = settings
    const { book, tradesVersion } = settings.model
    this.#sent = book.top(LEVELS)
    this.#sentTrade = tradesVersion
    this.#recent = new RecentChanges(book, tradesVersion)
    this.#ticker = JSON.stringify(this.#showTicker())
  }

  get listenerCount(): number {
    return this.#listeners.size
  }

  /**
   * Sends a listener the events that it missed, or the present state, and then every change. Returns a function that stops it.
   * @param lastEventId may list ids of other markets too
   */
  join(listener: ChannelListener, lastEventId: string | undefined): () => void {
    this.flush()
    for (const { bytes, id } of this.#missedSince(lastEventId) ?? [this.#resetFrame()]) listener.send(bytes, id)
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  addTrades(trades: readonly MarketTrade[]): void {
    this.#trades.push(...trades)
    this.touch()
  }

  /** @param undos `undefined`: the book was replaced by that of a snapshot */
  onBook(undos: readonly BookUndo[] | undefined): void {
    this.#recent.addBook(undos)
    this.touch()
  }

  /** Schedules a message about a change; further changes until then are sent with it. */
  touch(): void {
    if (this.#timer) return
    const waitMs = Math.max(0, this.#flushedAt + GATHER_MS - this.#settings.now())
    this.#timer = setTimeout(() => this.flush(), Math.min(waitMs, GATHER_MS))
    this.#timer.unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushedAt = this.#settings.now()
    this.#publishTrades()
    this.#publishBook()
    const ticker = this.#showTicker()
    const text = JSON.stringify(ticker)
    if (text === this.#ticker) return
    this.#ticker = text
    this.#publish('ticker', ticker)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #publishTrades(): void {
    const trades = this.#trades
    this.#trades = []
    this.#recent.addTrades(trades)
    for (let from = 0; from < trades.length; from += TRADES_PER_EVENT_MAX) {
      const some = trades.slice(from, from + TRADES_PER_EVENT_MAX)
      this.#sentTrade = some.at(-1)?.id ?? this.#sentTrade
      this.#publish('trades', this.#showTrades(some))
    }
  }

  #publishBook(): void {
    const before = this.#sent
    if (this.#settings.model.book.sequence === before.sequence) return
    this.#sent = this.#settings.model.book.top(LEVELS)
    this.#publish('book', this.#changeFrom(before))
  }

  #publish(event: string, data: unknown): void {
    this.#reset = undefined
    const { bytes, id } = this.#frame(event, data, { book: this.#sent.sequence, trade: this.#sentTrade })
    for (const listener of this.#listeners) listener.send(bytes, id)
  }

  /** The changes since an event of this or another process; `undefined` if some are not kept any more. */
  #missedSince(ids: string | undefined): Frame[] | undefined {
    const known = positionIn(ids, this.#settings.model.market)
    if (!known || known.trade > this.#sentTrade) return undefined
    const book = this.#recent.bookAt(known.book)
    const trades = this.#recent.tradesAfter(known.trade)
    if (!book || !trades) return undefined
    const now = { book: this.#sent.sequence, trade: this.#sentTrade }
    return [
      ...(trades.length > 0 ? [this.#frame('trades', this.#showTrades(trades), { ...known, trade: now.trade })] : []),
      ...(known.book < now.book ? [this.#frame('book', this.#changeFrom(book), now)] : []),
      // It has no number of its own: it also changes with time.
      this.#frame('ticker', this.#showTicker(), now),
    ]
  }

  #frame(event: string, data: unknown, { book, trade }: Position): Frame {
    const id = `${this.#settings.model.market.symbol}-${book}.${trade}`
    return { bytes: Buffer.from(eventText({ event, data, id })), id }
  }

  #changeFrom(before: Depth): object {
    const { bids, asks } = this.#sent
    const changed = { bids: changedLevels(before.bids, bids), asks: changedLevels(before.asks, asks) }
    return {
      ...stampOf(this.#sent),
      previous: before.sequence.toString(),
      ...pairsOf(this.#settings.model.market, changed),
    }
  }

  #showTrades(trades: readonly MarketTrade[]): object[] {
    const { model, sandboxTradersId } = this.#settings
    return trades.map((trade) => showTrade(trade, model.market, sandboxTradersId))
  }

  /** The state of the market after the newest event, built once until the next. */
  #resetFrame(): Frame {
    if (this.#reset) return this.#reset
    const { market, lastTrades } = this.#settings.model
    const data = {
      market: market.symbol,
      ...stampOf(this.#sent),
      ...pairsOf(market, this.#sent),
      trades: this.#showTrades(lastTrades),
      ticker: this.#showTicker(),
    }
    this.#reset = this.#frame('reset', data, { book: this.#sent.sequence, trade: this.#sentTrade })
    return this.#reset
  }

  #showTicker() {
    const { model, now, fallback, state } = this.#settings
    return showTicker(model, { nowMs: now(), fallback: fallback(), state: state() })
  }
}

/** The part of a market that a client has: the book as of a commit, and the trades up to one. */
interface Position {
  readonly book: number
  readonly trade: number
}

const POSITION = /^(\d{1,15})\.(\d{1,15})$/

function positionIn(ids: string | undefined, { symbol }: Market): Position | undefined {
  const id = ids?.split(',', STREAM_MARKETS_MAX).find((each) => marketOfEvent(each) === symbol)
  const [, book, trade] = POSITION.exec(id?.slice(symbol.length + 1) ?? '') ?? []
  if (book === undefined || trade === undefined) return undefined
  return { book: readCount(book), trade: readCount(trade) }
}

/** The newest changes of one market, for clients that were away. */
class RecentChanges {
  readonly #book: MarketBook
  /** Oldest first; complete after this commit. */
  #undos: BookUndo[] = []
  #booksSince: number
  /** Oldest first; complete after this trade. */
  #trades: MarketTrade[] = []
  #tradesSince: number

  constructor(book: MarketBook, newestTrade: number) {
    this.#book = book
    this.#booksSince = book.sequence
    this.#tradesSince = newestTrade
  }

  addBook(undos: readonly BookUndo[] | undefined): void {
    if (!undos) {
      this.#undos = []
      this.#booksSince = this.#book.sequence
      return
    }
    for (const undo of undos) this.#undos.push(undo)
    // Dropped in bulk, since each drop moves the others.
    if (this.#undos.length < 2 * UNDOS_MAX) return
    this.#booksSince = this.#undos.splice(0, this.#undos.length - UNDOS_MAX).at(-1)?.number ?? this.#booksSince
  }

  addTrades(trades: readonly MarketTrade[]): void {
    for (const trade of trades) this.#trades.push(trade)
    if (this.#trades.length < 2 * TRADES_MAX) return
    this.#tradesSince = this.#trades.splice(0, this.#trades.length - TRADES_MAX).at(-1)?.id ?? this.#tradesSince
  }

  tradesAfter(id: number): readonly MarketTrade[] | undefined {
    return id < this.#tradesSince ? undefined : this.#trades.filter((trade) => trade.id > id)
  }

  /** The streamed levels as they were after a commit. */
  bookAt(sequence: number): Depth | undefined {
    if (sequence < this.#booksSince || sequence > this.#book.sequence) return undefined
    const then = { BUY: new Map<Price, Amount>(), SELL: new Map<Price, Amount>() }
    // Newest first, so that the volume before the oldest change remains.
    for (let i = this.#undos.length - 1; i >= 0; i--) {
      const undo = this.#undos[i]
      if (!undo || undo.number <= sequence) break
      then[undo.side].set(undo.price, undo.volume)
    }
    const now = this.#book.top(LEVELS + Math.max(then.BUY.size, then.SELL.size))
    const bids = withVolumes(now.bids, then.BUY).sort((a, b) => (a.price > b.price ? -1 : 1))
    const asks = withVolumes(now.asks, then.SELL).sort((a, b) => (a.price < b.price ? -1 : 1))
    return { sequence, at: now.at, bids: bids.slice(0, LEVELS), asks: asks.slice(0, LEVELS) }
  }
}

function withVolumes(levels: readonly BookLevel[], volumes: ReadonlyMap<Price, Amount>): BookLevel[] {
  const others = levels.filter(({ price }) => !volumes.has(price))
  const given = [...volumes].map(([price, volume]) => ({ price, volume }))
  return [...others, ...given.filter(({ volume }) => volume !== ZERO)]
}

const stampOf = ({ sequence, at }: Depth) => ({ sequence: sequence.toString(), at: new Date(at).toISOString() })

const pairsOf = (market: Market, { bids, asks }: Pick<Depth, 'bids' | 'asks'>) => ({
  bids: showPairs(market, bids),
  asks: showPairs(market, asks),
})

/** The levels of one side that have changed; a removed level has volume zero. */
export function changedLevels(before: readonly BookLevel[], after: readonly BookLevel[]): BookLevel[] {
  const volumes = new Map<bigint, Amount>(before.map(({ price, volume }) => [price, volume]))
  const changed: BookLevel[] = []
  for (const level of after) {
    if (volumes.get(level.price) !== level.volume) changed.push(level)
    volumes.delete(level.price)
  }
  for (const { price } of before) if (volumes.has(price)) changed.push({ price, volume: ZERO })
  return changed
}
