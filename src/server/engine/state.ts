import type { Market } from '#domain/market.ts'
import type { Price } from '#domain/units.ts'
import { Answers } from './answers.ts'
import { type Book, createBook } from './book.ts'
import { createExpiries, type Expiries } from './expiries.ts'
import type { Hold } from './journal.ts'
import type { HashSecret } from './keyed-hash.ts'
import { StandingOrders } from './standing-orders.ts'
import { createStops, type Stops } from './stops.ts'
import type { Wallet } from './wallet.ts'
import { Wallets } from './wallets.ts'

/** A market with its book and the stops that wait for its price. */
export interface Venue {
  readonly market: Market
  readonly book: Book
  readonly stops: Stops
  /** Of the newest trade on the book; absent before the first. */
  lastPrice: Price | undefined
}

/** Everything the engine knows. It can be rebuilt from what was committed. */
export interface EngineState {
  readonly venues: Map<number, Venue>
  readonly wallets: Wallets
  /** Orders on the book and stops that wait, by id. */
  readonly orders: StandingOrders
  /** Those of them that end by time. */
  readonly expiries: Expiries
  /** Holds that still stand, by reference. */
  readonly holds: Map<string, Hold>
  /** Of the last day. */
  readonly answers: Answers
  /** The latest time that a command or a rebuild has brought, in milliseconds since 1970: it never goes back. */
  now: number
  nextOrderId: number
  nextTradeId: number
  nextSeq: number
}

/** @param secret keeps strangers, who choose the keys of their commands, from choosing ones that are slow to find */
export function createState(markets: readonly Market[], secret: HashSecret): EngineState {
  return {
    venues: new Map(
      markets.map((market) => [market.id, { market, book: createBook(), stops: createStops(), lastPrice: undefined }]),
    ),
    wallets: new Wallets(),
    orders: new StandingOrders(),
    expiries: createExpiries(),
    holds: new Map(),
    answers: new Answers(secret),
    now: 0,
    nextOrderId: 1,
    nextTradeId: 1,
    nextSeq: 1,
  }
}

/** Opened where there is none. */
export const walletOf = ({ wallets }: EngineState, { ownerId, coinId }: Pick<Wallet, 'ownerId' | 'coinId'>): Wallet =>
  wallets.of(ownerId, coinId)

export function venueOf(state: EngineState, marketId: number): Venue {
  const venue = state.venues.get(marketId)
  if (!venue) throw new Error(`market ${marketId} is not in the engine`)
  return venue
}
