import type { Coin } from '#domain/coin.ts'
import type { Hold } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import { isMarketOpen, type MarketRules } from '#domain/market-state.ts'
import { MATCHES_MAX } from '#domain/order.ts'
import type { Price } from '#domain/units.ts'
import { Answers } from './answers.ts'
import { type Book, createBook, createStopOrders, type StopOrders } from './book.ts'
import { createExpiryQueue, type ExpiryQueue } from './expiries.ts'
import type { Order } from './order.ts'
import type { Wallets } from './wallet.ts'

/** A market with its book and the stops that wait for its price. */
export interface Venue {
  /** The settings that operators made last. */
  market: Market
  readonly book: Book
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
  rules: MarketRules
  /** The latest time that a command or a rebuild brought, in milliseconds since 1970. It never goes back. */
  now: number
  nextOrderId: number
  nextTradeId: number
  nextSeq: number
}

type StateSettings = Pick<EngineState, 'rules' | 'answers' | 'matchesMax'>

const ALWAYS_OPEN: MarketRules = { hours: 'always', halts: new Map(), holidays: new Set(), revision: 0 }

export function createState(
  markets: readonly Market[],
  { rules = ALWAYS_OPEN, answers = new Answers(), matchesMax = MATCHES_MAX }: Partial<StateSettings> = {},
): EngineState {
  return {
    venues: new Map(markets.map((market) => [market.id, createVenue(market)])),
    busyVenues: new Set(),
    matchesMax,
    wallets: new Map(),
    orders: new Map(),
    expiries: createExpiryQueue(),
    holds: new Map(),
    answers,
    rules,
    now: 0,
    nextOrderId: 1,
    nextTradeId: 1,
    nextSeq: 1,
  }
}

const createVenue = (market: Market): Venue => ({
  market,
  book: createBook(),
  stops: createStopOrders(),
  openCounts: new Map(),
  underWay: new Set(),
  lastPrice: undefined,
})

/** Changes the settings of a market for all later orders. An open order keeps its price, amount, fees and hold. */
export function setMarket({ venues }: EngineState, market: Market): void {
  const venue = venues.get(market.id)
  if (venue) venue.market = market
  else venues.set(market.id, createVenue(market))
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
