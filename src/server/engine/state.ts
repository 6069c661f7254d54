import type { Market } from '#domain/market.ts'
import { type Price, ZERO } from '#domain/units.ts'
import { Answers } from './answers.ts'
import { type Book, createBook } from './book.ts'
import { createExpiries, type Expiries, forgetExpiry, watchExpiry } from './expiries.ts'
import type { Hold } from './journal.ts'
import type { Order } from './order.ts'
import { createStops, type Stops } from './stops.ts'
import type { Wallet } from './wallet.ts'

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
  /** By owner and coin: `walletOf` finds them. */
  readonly wallets: Map<string, Wallet>
  /** Open orders, on the book or waiting for their price, by id. */
  readonly orders: Map<number, Order>
  /** The same by user, oldest first. */
  readonly ordersOfUser: Map<number, Set<Order>>
  /** Open orders that end by time. */
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

export function createState(markets: readonly Market[]): EngineState {
  return {
    venues: new Map(
      markets.map((market) => [market.id, { market, book: createBook(), stops: createStops(), lastPrice: undefined }]),
    ),
    wallets: new Map(),
    orders: new Map(),
    ordersOfUser: new Map(),
    expiries: createExpiries(),
    holds: new Map(),
    answers: new Answers(),
    now: 0,
    nextOrderId: 1,
    nextTradeId: 1,
    nextSeq: 1,
  }
}

/** Opened where there is none. */
export function walletOf({ wallets }: EngineState, { ownerId, coinId }: Pick<Wallet, 'ownerId' | 'coinId'>): Wallet {
  const key = `${ownerId}/${coinId}`
  const known = wallets.get(key)
  if (known) return known
  const wallet: Wallet = { ownerId, coinId, available: ZERO, blocked: ZERO }
  wallets.set(key, wallet)
  return wallet
}

/** Lists an order as open. */
export function addOpenOrder({ orders, ordersOfUser, expiries }: EngineState, order: Order): void {
  orders.set(order.id, order)
  const own = ordersOfUser.get(order.userId)
  if (own) own.add(order)
  else ordersOfUser.set(order.userId, new Set([order]))
  watchExpiry(expiries, order)
}

/** Takes an order out of every list of open orders. */
export function removeOpenOrder({ orders, ordersOfUser, expiries }: EngineState, order: Order): void {
  orders.delete(order.id)
  const own = ordersOfUser.get(order.userId)
  own?.delete(order)
  if (own?.size === 0) ordersOfUser.delete(order.userId)
  forgetExpiry(expiries, order)
}

export function venueOf(state: EngineState, marketId: number): Venue {
  const venue = state.venues.get(marketId)
  if (!venue) throw new Error(`market ${marketId} is not in the engine`)
  return venue
}
