import type { SelfTradePrevention, TimeInForce } from './order.ts'
import type { Price } from './units.ts'

/** What an order asks beyond its price and amount. */
export interface OrderTerms {
  /** A stop-limit order waits until the market has traded at this price or beyond. */
  readonly stopPrice: Price | undefined
  readonly timeInForce: TimeInForce
  /** Must come to rest: gives up where it would trade at once. */
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
