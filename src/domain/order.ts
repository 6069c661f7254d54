import type { Charges } from './fee.ts'
import type { Amount, Price } from './units.ts'

export type Side = 'BUY' | 'SELL'

/** EXCHANGE is a quick trade with the exchange itself; the others are orders for the book. */
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
 * How long an order can trade: until it is cancelled or expires (GTC), immediately for as much as possible (IOC), immediately and in full
 * (FOK).
 */
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]

/** Which order is cancelled if two orders of one user would trade with each other. */
export const SELF_TRADE_PREVENTIONS = ['CANCEL_NEWER', 'CANCEL_OLDER', 'CANCEL_BOTH'] as const
export type SelfTradePrevention = (typeof SELF_TRADE_PREVENTIONS)[number]

/** Orders on the book that one order meets per turn at most: a turn takes some ten milliseconds, and its batch has a few thousand rows. */
export const MATCHES_MAX = 1_000

export const opposite = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')

/** The terms of an order beyond its price and amount. */
export interface OrderTerms {
  /** A stop-limit order waits until the market has traded at this price or beyond. */
  readonly stopPrice: Price | undefined
  readonly timeInForce: TimeInForce
  /** Refused if it would trade immediately: the order must be a maker. */
  readonly postOnly: boolean
  readonly selfTradePrevention: SelfTradePrevention
  /** Whole seconds, in milliseconds since 1970; absent: until it is cancelled. */
  readonly expiresAt: number | undefined
}

/**
 * When a stop entered the book, which is when it was triggered: after the order `afterOrderId`, and among the stops that entered before the
 * next order by `seq`. Other orders enter when they are placed, in the order of their ids.
 */
export interface Arrival {
  readonly afterOrderId: number
  readonly seq: number
}

/** The terms of nearly every order, shared as one object. */
export const PLAIN_TERMS: OrderTerms = {
  stopPrice: undefined,
  timeInForce: 'GTC',
  postOnly: false,
  selfTradePrevention: 'CANCEL_NEWER',
  expiresAt: undefined,
}

/** An order in the form of the database. */
export interface OrderRecord {
  readonly id: number
  readonly userId: number
  readonly marketId: number
  readonly side: Side
  readonly kind: OrderKind
  readonly status: OrderStatus
  /** The limit; absent for a market order. */
  readonly unitPrice: Price | undefined
  readonly amount: Amount
  readonly executed: Amount
  /** Quote coins exchanged for the executed amount, before fees. */
  readonly executedValue: Amount
  /** The amount still blocked for it: quote coins of a buy, base coins of a sell. */
  readonly held: Amount
  /** The fee so far, in the coin received. */
  readonly wage: Amount
  readonly charges: Charges
  readonly clientOrderId: string | undefined
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly terms: OrderTerms
  /** Present for a stop that was triggered. */
  readonly arrival: Arrival | undefined
}
