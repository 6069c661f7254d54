import type { Charges } from './fee.ts'
import type { Amount, Price } from './units.ts'

export type Side = 'BUY' | 'SELL'

/** EXCHANGE is a quick trade with the exchange itself; the others are for the book. */
export type OrderKind = 'LIMITED' | 'MARKET' | 'STOP_LIMIT' | 'EXCHANGE'

/**
 * PENDING is a stop that waits for its trigger, IS_OPEN is on the book; RAISED_BY_USER and ACCEPTED are
 * steps of a quick trade under review. Every other status is final. `order-life-cycle.ts` says which follows which.
 */
export const ORDER_STATUSES = [
  'PENDING',
  'IS_OPEN',
  'FINISHED_WITH_TRANSACTION',
  'FINISHED_WITHOUT_TRANSACTION',
  'CANCELLED_BY_USER',
  'CANCELLED_BY_ADMIN',
  'EXPIRED',
  'RAISED_BY_USER',
  'ACCEPTED',
  'DONE',
  'FAILED',
] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * How long an order can trade: until it is cancelled or expires (GTC), only at once and as much as there is (IOC),
 * only at once and in full (FOK).
 */
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]

/** Which order is cancelled where two orders of one user would trade with each other. */
export const SELF_TRADE_PREVENTIONS = ['CANCEL_NEWER', 'CANCEL_OLDER', 'CANCEL_BOTH'] as const
export type SelfTradePrevention = (typeof SELF_TRADE_PREVENTIONS)[number]

/** Orders on the book that one meets in one turn at most: it takes some ten milliseconds, and its batch has a few thousand rows. */
export const MATCHES_MAX = 1_000

export const opposite = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')

/** What an order asks beyond its price and amount. */
export interface OrderTerms {
  /** A stop-limit order waits until the market has traded at this price or beyond. */
  readonly stopPrice: Price | undefined
  readonly timeInForce: TimeInForce
  /** Must be a maker: refused where it would trade immediately. */
  readonly postOnly: boolean
  readonly selfTradePrevention: SelfTradePrevention
  /** Whole seconds, in milliseconds since 1970; absent: until it is cancelled. */
  readonly expiresAt: number | undefined
}

/**
 * When a stop came to the book, which is when it was triggered: after the order `afterOrderId`, and among the stops that came
 * between that order and the next in the order of `seq`. Other orders come when they are placed, in the order of their ids.
 */
export interface Arrival {
  readonly afterOrderId: number
  readonly seq: number
}

/** The terms of nearly every order: one object for all of them. */
export const PLAIN_TERMS: OrderTerms = {
  stopPrice: undefined,
  timeInForce: 'GTC',
  postOnly: false,
  selfTradePrevention: 'CANCEL_NEWER',
  expiresAt: undefined,
}

/** An order as it is written and read. */
export interface OrderRecord {
  readonly id: number
  readonly userId: number
  readonly marketId: number
  readonly side: Side
  readonly kind: OrderKind
  readonly status: OrderStatus
  /** The limit; a market order has none. */
  readonly unitPrice: Price | undefined
  readonly amount: Amount
  readonly executed: Amount
  /** Quote coins exchanged for the executed amount, before fees. */
  readonly executedValue: Amount
  /** What is still blocked for it: quote coins of a buy, base coins of a sell. */
  readonly held: Amount
  /** The fee so far, in the coin received. */
  readonly wage: Amount
  readonly charges: Charges
  readonly clientOrderId: string | undefined
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly terms: OrderTerms
  /** Of a stop that was triggered. */
  readonly arrival: Arrival | undefined
}
