import type { Charges } from './fee.ts'
import type { Amount, Price } from './units.ts'

export type Side = 'BUY' | 'SELL'

/** EXCHANGE is a quick trade with the exchange itself; the others are orders for the book. */
export type OrderKind = 'LIMITED' | 'MARKET' | 'STOP_LIMIT' | 'EXCHANGE'

/**
 * PENDING is a stop that waits for its trigger, IS_OPEN is on the book; RAISED_BY_USER and ACCEPTED are
 * steps of a quick trade under review. Every other status is final. `TRANSITIONS` says which follows which.
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

/** The fee that an order may pay: a post-only order is always the maker, one that never waits always the taker, and any other either. */
export function feeRole(order: {
  readonly isMarket: boolean
  readonly postOnly?: boolean | undefined
  readonly timeInForce?: TimeInForce | undefined
}): 'maker' | 'taker' | 'either' {
  if (order.postOnly) return 'maker'
  return order.isMarket || order.timeInForce === 'IOC' || order.timeInForce === 'FOK' ? 'taker' : 'either'
}

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
  /**
   * The stop price and the limit of a waiting stop follow the market at this distance where that is to its user's gain, and never go back:
   * those of an order to sell rise with the price, those of an order to buy fall with it.
   */
  readonly trailingDistance: Price | undefined
  readonly timeInForce: TimeInForce
  /** Refused if it would trade immediately: the order must be a maker. */
  readonly postOnly: boolean
  readonly selfTradePrevention: SelfTradePrevention
  /** Whole seconds, in milliseconds since 1970; absent: until it is cancelled. */
  readonly expiresAt: number | undefined
}

/**
 * When a stop entered the book, which is when it was triggered, or an amended order entered it again: after the order `afterOrderId`, and among those that entered before the
 * next order by `seq`. Other orders enter when they are placed, in the order of their ids.
 */
export interface Arrival {
  readonly afterOrderId: number
  readonly seq: number
}

/** The terms of nearly every order, shared as one object. */
export const PLAIN_TERMS: OrderTerms = {
  stopPrice: undefined,
  trailingDistance: undefined,
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
  /** Present for a stop that was triggered, and for an order that lost its place in the queue when it was amended. */
  readonly arrival: Arrival | undefined
  /** For either leg of an OCO order: the other one, also after it has ended. */
  readonly linkedOrderId: number | undefined
}

/**
 * The statuses that may follow each status. An order on the book begins as IS_OPEN, a stop as PENDING. A quick trade is one step of our
 * engine, so its first status is DONE; the statuses before it belong to trades that an operator reviews. The leg of an OCO order that ends
 * because the other one traded or was triggered is FINISHED_WITHOUT_TRANSACTION: nobody cancelled it and its time has not run out, but its
 * own terms say so.
 */
export const TRANSITIONS = {
  PENDING: ['IS_OPEN', 'FINISHED_WITHOUT_TRANSACTION', 'CANCELLED_BY_USER', 'CANCELLED_BY_ADMIN', 'EXPIRED'],
  IS_OPEN: [
    'FINISHED_WITH_TRANSACTION',
    'FINISHED_WITHOUT_TRANSACTION',
    'CANCELLED_BY_USER',
    'CANCELLED_BY_ADMIN',
    'EXPIRED',
  ],
  FINISHED_WITH_TRANSACTION: [],
  FINISHED_WITHOUT_TRANSACTION: [],
  CANCELLED_BY_USER: [],
  CANCELLED_BY_ADMIN: [],
  EXPIRED: [],
  RAISED_BY_USER: ['ACCEPTED', 'FAILED'],
  ACCEPTED: ['DONE', 'FAILED'],
  DONE: [],
  FAILED: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

/** The meaning of each status, for readers of the documentation. */
const MEANINGS = {
  PENDING: 'a stop that waits for its trigger; its funds are held',
  IS_OPEN: 'on the book, or on its way through it',
  FINISHED_WITH_TRANSACTION: 'traded, and has nothing on the book any more',
  FINISHED_WITHOUT_TRANSACTION:
    'ended without a trade, by its own terms, or as the leg of an OCO order whose other leg went ahead',
  CANCELLED_BY_USER: 'cancelled by its user',
  CANCELLED_BY_ADMIN: 'cancelled by an operator',
  EXPIRED: 'its time ran out',
  RAISED_BY_USER: 'a quick trade that is under review',
  ACCEPTED: 'a quick trade that was accepted and is not executed yet',
  DONE: 'a quick trade that was executed; quick trades begin and end here',
  FAILED: 'a quick trade that was not executed',
} as const satisfies Record<OrderStatus, string>

export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  TRANSITIONS[from].some((status) => status === to)

/** On the book or waiting for its price: it holds funds and can be cancelled. */
export const OPEN_STATUSES = ['PENDING', 'IS_OPEN'] as const satisfies readonly OrderStatus[]

export const isStanding = (status: OrderStatus): boolean => OPEN_STATUSES.some((open) => open === status)

/** The statuses of a quick trade, which an order on the book never has. */
const QUICK_TRADE_STATUSES: readonly OrderStatus[] = ['RAISED_BY_USER', 'ACCEPTED', 'DONE', 'FAILED']

export const isQuickTradeStatus = (status: OrderStatus): boolean => QUICK_TRADE_STATUSES.includes(status)

/**
 * Changes the status of an order. Nothing else can, since the type is read-only everywhere else. @throws Error for a change that is not in
 * the table
 */
export function setStatus(order: { readonly id: number; status: OrderStatus }, status: OrderStatus): void {
  if (!mayBecome(order.status, status)) throw new Error(`order ${order.id} cannot go from ${order.status} to ${status}`)
  order.status = status
}

/** The table as Markdown for the API's documentation. */
export function describeLifeCycle(): string {
  const rows = ORDER_STATUSES.map((status) => {
    const next = TRANSITIONS[status].map((name) => `\`${name}\``).join(', ')
    return `| \`${status}\` | ${MEANINGS[status]} | ${next || '–'} |`
  })
  return ['| status | meaning | may become |', '|---|---|---|', ...rows].join('\n')
}
