import type { Coin } from '#domain/coin.ts'
import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import type { Hold, Reference } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import { isMarketOpen, type MarketRules } from '#domain/market-state.ts'
import { MATCHES_MAX } from '#domain/order.ts'
import type { StoredAnswer } from '#domain/outcome.ts'
import { stampOf, stampOfKey } from '#domain/time-key.ts'
import type { Price } from '#domain/units.ts'
import {
  type Book,
  createBook,
  createExpiryQueue,
  createStopOrders,
  type ExpiryQueue,
  type StopOrders,
} from './book.ts'
import type { Order } from './order.ts'
import { RecentWithdrawals } from './recent-withdrawals.ts'
import type { Wallets } from './wallet.ts'

/** The number of a commit, and its time in milliseconds since 1970. */
export interface BookStamp {
  readonly number: number
  readonly at: number
}

/** A market with its book and the stops that wait for its price. */
export interface Venue {
  /** The settings that operators made last. */
  market: Market
  readonly book: Book
  /** The commit that changed the book last, or with which memory was rebuilt. */
  bookStamp: BookStamp
  readonly stops: StopOrders
  /** The number of open orders of each user in this market; users without one are absent. */
  readonly openCounts: Map<number, number>
  /** Orders that enter the book in turns, and triggered stops. They continue in this order. */
  readonly underWay: Set<Entering>
  /** The price of the newest trade on the book; absent before the first. */
  lastPrice: Price | undefined
}

/** A hold is the same object until it ends, so that a batch writes it once. */
export interface OpenHold extends Hold {
  settled: Hold['settled']
  status: Hold['status']
}

/** An order that is entering the book and has not met all that it may meet yet. It is open and holds its funds, but is not on the book. */
export interface Entering {
  readonly order: Order
  /** The worst price that it may trade at; absent for a stop, which is admitted when its turn comes. */
  bound: Price | undefined
  /** Toman per quote coin, from the command that caused the trade. */
  readonly quoteInToman: Price | undefined
  /** The prices that it has traded at so far: the stops between them are triggered once it is done. */
  prices: { readonly lowest: Price; readonly highest: Price } | undefined
}

/** The engine's whole state. It can be rebuilt from committed data. */
export interface EngineState {
  readonly venues: Map<number, Venue>
  /** Markets with orders that enter the book in turns; the one that waits longest is first. */
  readonly busyVenues: Set<Venue>
  /** Orders on the book that one turn meets at most. */
  readonly matchesMax: number
  readonly wallets: Wallets
  /** Open orders, on the book or waiting for their price: by user, then by id, oldest first. */
  readonly orders: Map<number, Map<number, Order>>
  /** Open orders that end by time. */
  readonly expiries: ExpiryQueue
  /** Holds that are neither released nor settled, by reference. */
  readonly holds: Map<string, OpenHold>
  /** The newest answers of the last day. */
  readonly answers: Answers
  readonly recentWithdrawals: RecentWithdrawals
  /** Of credits and holds, whether they stand or have ended. */
  readonly references: References
  rules: MarketRules
  /** The latest time that a command or a rebuild brought, in milliseconds since 1970. It never goes back. */
  now: number
  nextOrderId: number
  nextTradeId: number
  nextWithdrawalId: number
  nextSeq: number
}

type StateSettings = Pick<EngineState, 'rules' | 'answers' | 'matchesMax' | 'wallets'>

const ALWAYS_OPEN: MarketRules = { hours: 'always', halts: new Map(), holidays: new Set(), revision: 0 }

export function createState(
  markets: readonly Market[],
  {
    rules = ALWAYS_OPEN,
    answers = new Answers(),
    matchesMax = MATCHES_MAX,
    wallets = new Map(),
  }: Partial<StateSettings> = {},
): EngineState {
  return {
    venues: new Map(markets.map((market) => [market.id, createVenue(market)])),
    busyVenues: new Set(),
    matchesMax,
    wallets,
    orders: new Map(),
    expiries: createExpiryQueue(),
    holds: new Map(),
    answers,
    recentWithdrawals: new RecentWithdrawals(),
    references: new References(),
    rules,
    now: 0,
    nextOrderId: 1,
    nextTradeId: 1,
    nextWithdrawalId: 1,
    nextSeq: 1,
  }
}

const createVenue = (market: Market, at = 0): Venue => ({
  market,
  book: createBook(),
  bookStamp: { number: 0, at },
  stops: createStopOrders(),
  openCounts: new Map(),
  underWay: new Set(),
  lastPrice: undefined,
})

/** Changes the settings of a market for all later orders. An open order keeps its price, amount, fees and hold. */
export function setMarket({ venues, now }: EngineState, market: Market): void {
  const venue = venues.get(market.id)
  if (venue) venue.market = market
  else venues.set(market.id, createVenue(market, now))
}

/** Changes the settings of a coin in all its markets. */
export function setCoin({ venues }: EngineState, coin: Coin): void {
  for (const venue of venues.values()) {
    const { base, quote } = venue.market
    if (base.id === coin.id) venue.market = { ...venue.market, base: coin }
    if (quote.id === coin.id) venue.market = { ...venue.market, quote: coin }
  }
}

/** The markets with their last settings: once acknowledged, these survive a rebuild. */
export const marketsOf = ({ venues }: EngineState): Market[] => [...venues.values()].map(({ market }) => market)

export function venueOf(state: EngineState, marketId: number): Venue {
  const venue = state.venues.get(marketId)
  if (!venue) throw new Error(`market ${marketId} is not in the engine`)
  return venue
}

/** Whether a market trades at the present time of the state. */
export const isOpen = ({ rules, now }: EngineState, { market }: Venue): boolean =>
  isMarketOpen(market, rules, new Date(now))

/** How long an answered key is remembered, in milliseconds. A later repeat is a new command. */
export const ANSWERS_KEPT_MS = DAY_MS
/** Bounds the memory to some 20 MB, however busy the day is. */
export const ANSWERS_MAX = 50_000
/** How far a client's clock may be ahead, in milliseconds. */
const AHEAD_MS_MAX = HOUR_MS
/** Users with such clocks who are tracked one by one. */
const AHEAD_USERS_MAX = 10_000

/** Whether a key's time is later than a wrong clock explains. Without this bound the time of a key would prove nothing. */
export function isFromFuture(key: string, now: number): boolean {
  const made = stampOfKey(key)
  return made !== undefined && made > stampOf(now + AHEAD_MS_MAX)
}

/** The newest answers of the last day, found by user and key. On a day with more, only the database holds the older ones. */
export class Answers {
  readonly #max: number
  /** In the order in which they were added. */
  readonly #byKey = new Map<string, StoredAnswer>()
  /** Answers given before this time may be missing, in milliseconds since 1970. */
  #completeSince = Number.NEGATIVE_INFINITY
  /** For each user with a clock that is ahead: the latest key that was made later than it was answered. */
  readonly #aheadUntil = new Map<number, string>()
  /** The same bound for all users who are not tracked. */
  #allAheadUntil = ''

  constructor(max = ANSWERS_MAX) {
    this.#max = max
  }

  get max(): number {
    return this.#max
  }

  get size(): number {
    return this.#byKey.size
  }

  find(userId: number, key: string, now: number): StoredAnswer | undefined {
    const known = this.#byKey.get(nameOf(userId, key))
    return known && known.at >= now - ANSWERS_KEPT_MS ? known : undefined
  }

  /** True if memory holds every answer of the last day, so that an unknown key is new. Otherwise the database must be asked. */
  isComplete(now: number): boolean {
    return this.#completeSince <= now - ANSWERS_KEPT_MS
  }

  /** True if an unknown key must be new, because it was made after every answer that memory may miss. */
  isYounger(userId: number, key: string): boolean {
    const made = stampOfKey(key)
    if (made === undefined || made < stampOf(this.#completeSince)) return false
    return made > this.#allAheadUntil && made > (this.#aheadUntil.get(userId) ?? '')
  }

  /** Answers arrive in the order of their times, except those read from the database. */
  add(answered: StoredAnswer): void {
    const { userId, key, at } = answered
    const name = nameOf(userId, key)
    this.#byKey.delete(name)
    this.#byKey.set(name, answered)
    const made = stampOfKey(key)
    if (made !== undefined && made > stampOf(at)) this.#noteAhead(userId, made)
  }

  /** Earlier answers are unknown, and their keys may have been ahead of the clock. */
  beginHere(): void {
    if (this.#completeSince > 0) this.#allAheadUntil = stampOf(this.#completeSince + AHEAD_MS_MAX)
  }

  /** Drops the oldest answers beyond the bound. Call it between batches: within a batch, an answer that was found must stay. */
  trim(): void {
    for (const [oldest, { at }] of this.#byKey) {
      if (this.#byKey.size <= this.#max) return
      this.#byKey.delete(oldest)
      this.#completeSince = Math.max(this.#completeSince, at + 1)
    }
  }

  #noteAhead(userId: number, made: string): void {
    if (made > (this.#aheadUntil.get(userId) ?? '')) this.#aheadUntil.set(userId, made)
    if (this.#aheadUntil.size <= AHEAD_USERS_MAX) return
    for (const until of this.#aheadUntil.values()) if (until > this.#allAheadUntil) this.#allAheadUntil = until
    this.#aheadUntil.clear()
  }

  /** Oldest first, except those read from the database. */
  values(): StoredAnswer[] {
    return [...this.#byKey.values()]
  }
}

const nameOf = (userId: number, key: string) => `${userId}/${key}`

/** More than the batches on their way to the database can contain. */
const REFERENCES_MAX = 10_000

/**
 * The references that memory knows: those of movements that may not be committed yet, and those that the database was asked about. A
 * reference that is missing here may still be in the database.
 */
export class References {
  /** In the order in which they were added. */
  readonly #names = new Set<string>()

  has(reference: Reference): boolean {
    return this.#names.has(textOf(reference))
  }

  add(reference: Reference): void {
    this.#names.add(textOf(reference))
  }

  /** Drops the oldest beyond the bound. Call it between batches. */
  trim(): void {
    for (const oldest of this.#names) {
      if (this.#names.size <= REFERENCES_MAX) return
      this.#names.delete(oldest)
    }
  }
}

const textOf = ({ kind, reference }: Reference) => `${kind} ${reference}`
