import type { Balance, Hold, Withdrawal } from '#domain/ledger.ts'
import type { OrderRecord, Side } from '#domain/order.ts'
import type { Reward, Trade } from '#domain/trade.ts'
import type { Amount, Price } from '#domain/units.ts'
import { volumeAt } from '../engine/book.ts'
import type { BookPlace, Journal } from '../engine/journal.ts'
import type { Order } from '../engine/order.ts'
import { type EngineState, venueOf } from '../engine/state.ts'

/** Identifies the commit of an event. */
export interface CommitStamp {
  /** The epoch of the writer that made it. */
  readonly epoch: bigint
  /** Grows by one with every commit, also across restarts and changes of the writer: the sequence of all read models. */
  readonly number: number
  /** The writer's time, in milliseconds since 1970: it never goes back. */
  readonly at: number
}

/** The volume of one price of a book after a commit; zero if the price is gone. */
export interface BookChange {
  readonly marketId: number
  readonly side: Side
  readonly price: Price
  readonly volume: Amount
}

/**
 * The changes of one commit as plain data. It shares nothing with the engine's memory, so that it can be read at any time, kept, and sent
 * to another process. Orders and balances are as the commit left them, each once.
 */
export interface CommitEvent extends CommitStamp {
  readonly kind: 'commit'
  readonly orders: readonly OrderRecord[]
  readonly trades: readonly Trade[]
  /** The shares of these trades' fees that inviters and their friends received. */
  readonly rewards: readonly Reward[]
  readonly balances: readonly Balance[]
  /** Money that was set aside outside the book, or is not any more. */
  readonly holds: readonly Hold[]
  /** Coins that are to leave for outside addresses. */
  readonly withdrawals: readonly Withdrawal[]
  /** Also of orders that have expired and left the book, but have not ended yet. */
  readonly bookChanges: readonly BookChange[]
}

export interface BookLevel {
  readonly price: Price
  readonly volume: Amount
}

/** One book, the best price of each side last. */
export interface BookSnapshot {
  readonly marketId: number
  /** The number and time of the commit that changed it last, or with which the writer rebuilt its memory. */
  readonly number: number
  readonly at: number
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/**
 * The start of a reader of commits, also after a rebuild: the data that exists in memory alone. Orders, balances and trades up to it are
 * read from the database.
 */
export interface CommitSnapshot extends CommitStamp {
  readonly kind: 'snapshot'
  readonly books: readonly BookSnapshot[]
  /** The newest committed trade. */
  readonly lastTradeId: number
}

export type FeedEvent = CommitEvent | CommitSnapshot

/**
 * The event of a batch that was just applied. It is copied now, since the next batch changes the same objects. The books that it changed
 * get its stamp.
 */
export function commitEventOf(journal: Journal, state: EngineState, stamp: CommitStamp): CommitEvent {
  return {
    kind: 'commit',
    ...stamp,
    orders: [...journal.orders].map(rowOfOrder),
    trades: journal.trades,
    rewards: journal.rewards,
    balances: [...journal.wallets.keys()].map(({ ownerId, coinId, available, blocked }) => ({
      ownerId,
      coinId,
      available,
      blocked,
    })),
    holds: [...journal.holds].map((hold) => ({ ...hold })),
    withdrawals: journal.withdrawals,
    bookChanges: bookChangesOf([...journal.orders, ...journal.leftPlaces], state, stamp),
  }
}

/** The present volume of every price at which a changed order rests or rested. */
function bookChangesOf(places: Iterable<BookPlace>, state: EngineState, { number, at }: CommitStamp): BookChange[] {
  const changes = new Map<string, BookChange>()
  for (const { marketId, side, unitPrice: price, kind, status } of places) {
    if (price === undefined || kind === 'EXCHANGE' || status === 'PENDING') continue
    const key = `${marketId} ${side} ${price}`
    if (changes.has(key)) continue
    const venue = venueOf(state, marketId)
    venue.bookStamp = { number, at }
    changes.set(key, { marketId, side, price, volume: volumeAt(venue.book, { side, price }) })
  }
  return [...changes.values()]
}

export function snapshotOf(state: EngineState, stamp: CommitStamp): CommitSnapshot {
  const books = [...state.venues.values()].map(({ market, book, bookStamp }) => ({
    marketId: market.id,
    ...bookStamp,
    bids: book.bids.levels.map(copyLevel),
    asks: book.asks.levels.map(copyLevel),
  }))
  return { kind: 'snapshot', ...stamp, books, lastTradeId: state.nextTradeId - 1 }
}

const copyLevel = ({ price, volume }: BookLevel): BookLevel => ({ price, volume })

/** Drops the fields that bind an order to the engine's memory. */
const rowOfOrder = ({ wallet: _wallet, level: _level, earlier: _earlier, later: _later, ...row }: Order): OrderRecord =>
  row

/** Publishes the changes of every commit, in the order of the commits and never before they are stored. */
export interface CommitFeed {
  /**
   * Calls `subscriber` with every commit after number `from`; first with a snapshot, unless all commits since then are still kept. Another
   * snapshot follows whenever commits may be missing: after a rebuild. Returns a function that stops it.
   */
  subscribe(from: number | undefined, subscriber: Subscriber): () => void
}

export type Subscriber = (event: FeedEvent) => void

/**
 * Rows of the newest commits that are kept for readers that missed some. With ten times as many, here and in the streams of markets, the
 * pauses of the garbage collector took the p99 of an order on PostgreSQL from 15 to 85 ms.
 */
const KEPT_ROWS_MAX = 1_000

const rowsOf = ({ orders, trades, balances, bookChanges }: CommitEvent) =>
  1 + orders.length + trades.length + balances.length + bookChanges.length

/** The subscribers of this process. A subscriber that fails does not undo a commit. */
export class Subscribers {
  readonly #log: { warn(details: object, message: string): void }
  /** Each with the number of the newest commit that it knows. */
  readonly #known = new Map<Subscriber, number>()
  /** The newest commits, oldest first, none missing. */
  #kept: CommitEvent[] = []
  #keptRows = 0
  /** The number of the newest commit that was published. */
  #newest: number

  constructor(log: { warn(details: object, message: string): void }, newest: number) {
    this.#log = log
    this.#newest = newest
  }

  /** Adds a subscriber that knows all commits up to `from`, and sends those after it; `undefined` if they are not kept any more. */
  resume(from: number | undefined, subscriber: Subscriber): (() => void) | undefined {
    const first = this.#kept[0]?.number ?? this.#newest + 1
    if (from === undefined || from < first - 1 || from > this.#newest) return undefined
    const stop = this.add(subscriber, from)
    for (const event of [...this.#kept]) if (event.number > from) this.send(subscriber, event)
    return stop
  }

  /** @param known the newest commit that the subscriber knows, or will learn of from a snapshot that is on its way */
  add(subscriber: Subscriber, known: number): () => void {
    this.#known.set(subscriber, known)
    return () => this.#known.delete(subscriber)
  }

  publish(event: FeedEvent): void {
    this.#keep(event)
    for (const [subscriber, known] of this.#known)
      if (event.number > known || event.kind === 'snapshot') this.send(subscriber, event)
  }

  #keep(event: FeedEvent): void {
    this.#newest = event.number
    if (event.kind === 'snapshot') {
      // Commits whose outcome was unknown were never published.
      this.#kept = []
      this.#keptRows = 0
      return
    }
    this.#kept.push(event)
    this.#keptRows += rowsOf(event)
    while (this.#keptRows > KEPT_ROWS_MAX) {
      const oldest = this.#kept.shift()
      this.#keptRows -= oldest ? rowsOf(oldest) : this.#keptRows
    }
  }

  /** Sends an event, unless the subscriber has stopped meanwhile. */
  send(subscriber: Subscriber, event: FeedEvent): void {
    if (!this.#known.has(subscriber)) return
    this.#known.set(subscriber, event.number)
    try {
      subscriber(event)
    } catch (error) {
      this.#log.warn({ err: error }, 'a subscriber of the commits failed')
    }
  }
}

export interface CommitReader {
  onSnapshot(snapshot: CommitSnapshot): void
  onCommit(commit: CommitEvent): void
}

/**
 * Follows a feed that may lose, double, delay and reorder events: the reader gets every commit once and in order. A commit that is missing
 * is asked for again, and the feed sends it, or a snapshot. Returns a function that stops it.
 */
export function followCommits(feed: CommitFeed, reader: CommitReader): () => void {
  let known = -1
  let stop: (() => void) | undefined
  let isStopped = false
  const onEvent = (event: FeedEvent) => {
    if (isStopped) return
    if (event.kind === 'snapshot') {
      if (event.number < known) return
      known = event.number
      reader.onSnapshot(event)
    } else if (event.number === known + 1) {
      known = event.number
      reader.onCommit(event)
    } else if (event.number > known) begin()
  }
  const begin = () => {
    stop?.()
    stop = undefined
    const stopThis = feed.subscribe(known < 0 ? undefined : known, onEvent)
    // Another subscription may have begun already, if an event was missing among those that this one sent first.
    if (stop) stopThis()
    else stop = stopThis
  }
  begin()
  return () => {
    isStopped = true
    stop?.()
  }
}
