import * as z from 'zod/mini'
import { ORDER_STATUSES, SELF_TRADE_PREVENTIONS, TIMES_IN_FORCE } from '#domain/order.ts'
import { defineEndpoint, keptOwnRead, ownRead } from './endpoint.ts'
import {
  ClientKey,
  CoinSymbol,
  DecimalText,
  daySpan,
  Flag,
  Id,
  Instant,
  MarketType,
  paging,
  replyWith,
  replyWithRows,
} from './values.ts'

export const OrderType = z.enum([
  'LIMITED_BUY',
  'LIMITED_SELL',
  'STOP_LIMIT_BUY',
  'STOP_LIMIT_SELL',
  'MARKET_BUY',
  'MARKET_SELL',
  'EXCHANGE_BUY',
  'EXCHANGE_SELL',
])

export const OrderStatus = z.enum(ORDER_STATUSES)

/** Statuses of the specification that are accepted as filters, although no order has them. */
const STATUSES_OF_NONE = ['IS_CLOSED', 'FINISHED'] as const
export const AskedStatus = z.enum([...ORDER_STATUSES, ...STATUSES_OF_NONE])

export const Order = z.object({
  id: Id,
  orderType: OrderType,
  orderStatus: OrderStatus,
  marketType: MarketType,
  /** The coin of the price. */
  sourceCoin: CoinSymbol,
  /** The traded coin. */
  destinationCoin: CoinSymbol,
  amount: DecimalText,
  /** Its limit; for a market order the average price of its trades, null before any trade. */
  unitPrice: z.nullable(DecimalText),
  /** amount × unitPrice. */
  overallValue: z.nullable(DecimalText),
  /** The names used for placing an order and a quick trade; both equal `overallValue`. */
  wholePrice: z.nullable(DecimalText),
  totalPrice: z.nullable(DecimalText),
  executedAmount: DecimalText,
  /** The amount paid or received for the executed amount, before the fee. */
  executedValue: DecimalText,
  /** 0 to 100, rounded down. */
  executedPercent: z.int(),
  /** The fee so far, in the coin received. */
  wage: DecimalText,
  /** The received amount so far, in that coin and after the fee: exactly the sum of its trades. Absent only in an old cached answer. */
  received: z.optional(DecimalText),
  clientOrderId: z.nullable(z.string()),
  /** For a stop-limit order: it waits until the market has traded at this price or beyond. */
  stopPrice: z.optional(z.nullable(DecimalText)),
  /** For a trailing stop: while it waits, `stopPrice` and `unitPrice` are those of now. */
  trailingDistance: z.optional(z.nullable(DecimalText)),
  timeInForce: z.optional(z.enum(TIMES_IN_FORCE)),
  postOnly: z.optional(z.boolean()),
  /** When the rest of it expires, to the second; null: only when cancelled. */
  expiresAt: z.optional(z.nullable(Instant)),
  /** For either leg of an OCO order: the other leg, also once one of them has ended. Null for any other order. */
  linkedOrderId: z.optional(z.nullable(Id)),
  createdAtDateTime: Instant,
})

/** A field that some types of order do not use: left out, or null. */
export const OptionalDecimal = z.optional(
  z.pipe(
    z.nullable(DecimalText),
    z.transform((text: string | null) => text ?? undefined),
  ),
)

/** The fields of an order of any type. */
export const terms = {
  marketType: MarketType,
  amount: DecimalText,
  /** Required for limit and stop-limit orders, refused on market orders. */
  unitPrice: OptionalDecimal,
  /** Required for stop-limit orders, refused on all others. */
  stopPrice: OptionalDecimal,
  /**
   * Makes a stop-limit order a trailing stop: after each trade its stop price comes up to this distance from the price if that is nearer to
   * the market, and the limit moves by the same. The limit to sell is at the stop price or below, to buy at it or above. The distance is
   * from a thousandth of the stop price to a half of it, in ticks.
   */
  trailingDistance: OptionalDecimal,
  /** The total shown to the customer; checked against amount × unitPrice. Refused on market orders. */
  wholePrice: OptionalDecimal,
  /** When the rest of a limit or stop-limit order expires; fractions of a second are dropped. */
  expiresAt: z.optional(z.nullable(Instant)),
  /** Absent: GTC. A market order is never on the book and accepts only IOC or FOK. */
  timeInForce: z.optional(z.enum(TIMES_IN_FORCE)),
  /** Refuse the order rather than let it trade immediately. */
  postOnly: z.optional(z.boolean()),
  /** Which order is cancelled if it would trade with one of the same user; absent: CANCEL_NEWER. */
  selfTradePrevention: z.optional(z.enum(SELF_TRADE_PREVENTIONS)),
}

export const BUYS = ['LIMITED_BUY', 'MARKET_BUY', 'STOP_LIMIT_BUY'] as const
export const SELLS = ['LIMITED_SELL', 'MARKET_SELL', 'STOP_LIMIT_SELL'] as const

const PlaceOrderBody = <const Types extends readonly [string, ...string[]]>(types: Types) =>
  z.strictObject({ ...terms, orderType: z.enum(types), clientOrderId: z.optional(ClientKey) })

/** In order of precedence: market, hours, type, price, amount, total, key, band, expiry, open orders, book, balance, warning. */
const PLACING_ERRORS = [
  'MARKET_NOT_FOUND',
  'MARKET_IS_NOT_ACTIVE',
  'MARKET_MAKER_NOT_ALLOWED',
  'ORDER_OPTIONS_INVALID',
  'UNIT_PRICE_REQUIRED',
  'UNIT_PRICE_INVALID',
  'STOP_PRICE_REQUIRED',
  'STOP_PRICE_INVALID',
  'TRAILING_DISTANCE_INVALID',
  'TRAILING_LIMIT_INVALID',
  'UNACCEPTABLE_AMOUNT',
  'AMOUNT_IS_LOW',
  'AMOUNT_IS_HIGH',
  'TOTAL_IS_LOW',
  'TOTAL_MISMATCH',
  'IDEMPOTENCY_KEY_REUSED',
  'UNIT_PRICE_OUT_OF_BAND',
  'EXPIRY_INVALID',
  'TOO_MANY_OPEN_ORDERS',
  'NO_LIQUIDITY',
  'POST_ONLY_WOULD_TRADE',
  'FILL_OR_KILL_NOT_FILLABLE',
  'NOT_ENOUGH_BALANCE',
  'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER',
] as const

const placed = {
  method: 'POST',
  access: 'authorized',
  keys: 'trade',
  offline: 'never',
  money: true,
  /** True: the customer has confirmed the warning of a price far worse than the market. No other check is skipped. */
  query: z.strictObject({ force: Flag }),
  response: replyWith({ baseDTO: Order }),
  errors: PLACING_ERRORS,
} as const

export const placeBuyOrder = defineEndpoint({
  ...placed,
  path: '/orders/buy',
  summary: 'Place an order to buy. The idempotency key is the clientOrderId where one is given.',
  body: PlaceOrderBody(BUYS),
})

export const placeSellOrder = defineEndpoint({
  ...placed,
  path: '/orders/sell',
  summary: 'Place an order to sell. The idempotency key is the clientOrderId where one is given.',
  body: PlaceOrderBody(SELLS),
})

/** Statuses separated by commas, as query text. */
const StatusList = z.pipe(
  z.string().check(
    z.maxLength(300),
    z.refine((text) => text.split(',').every((part) => AskedStatus.safeParse(part).success)),
  ),
  z.transform((text: string) => text.split(',').map((part) => AskedStatus.parse(part))),
)

/** P2P: the order book. OTC or EXCHANGE: quick trades. ALL, or absent: both. */
const Place = z.optional(z.enum(['P2P', 'OTC', 'EXCHANGE', 'ALL']))

const narrowing = {
  market: z.optional(MarketType),
  /** The caller's side. */
  side: z.optional(z.enum(['BUY', 'SELL'])),
  ...daySpan,
}

export const orderFilter = {
  orderStatus: z.optional(StatusList),
  excludedOrderStatus: z.optional(StatusList),
  orderType: Place,
  ...narrowing,
}

export const tradeFilter = { type: Place, destinationCoin: z.optional(CoinSymbol), ...narrowing }

export const getOrders = defineEndpoint({
  ...keptOwnRead,
  polled: true,
  keys: 'read',
  path: '/orders',
  summary: "The caller's own orders, newest first",
  query: z.strictObject({ ...orderFilter, ...paging }),
  response: replyWithRows(Order),
  errors: ['PAGE_TOO_FAR', 'DAY_SPAN_INVALID'],
})

export const getOrder = defineEndpoint({
  ...ownRead,
  polled: true,
  keys: 'read',
  /** Not `/orders/:id`, which would also match the path of the order book: the stricter of two decides what is cached offline. */
  path: '/orders/details/:id',
  summary: "One of the caller's own orders, as it is now",
  params: z.strictObject({ id: Id }),
  response: replyWith({ baseDTO: Order }),
  errors: ['ORDER_NOT_FOUND'],
})

export const cancelOrder = defineEndpoint({
  method: 'DELETE',
  path: '/orders/:id',
  ownBudget: true,
  summary:
    "Cancel one of the caller's own orders that is open or waits for its price; what was not filled is unblocked. ORDER_NOT_OPEN carries the order as it ended",
  access: 'user',
  keys: 'trade',
  offline: 'never',
  money: true,
  params: z.strictObject({ id: Id }),
  response: replyWith({ baseDTO: Order }),
  errors: ['IDEMPOTENCY_KEY_REUSED', 'ORDER_NOT_FOUND', 'ORDER_NOT_OPEN'],
})

export const cancelAllOrders = defineEndpoint({
  method: 'DELETE',
  path: '/orders',
  ownBudget: true,
  summary: "Cancel all of the caller's orders that are open or wait for their price, of one market or of all",
  access: 'user',
  keys: 'trade',
  offline: 'never',
  money: true,
  query: z.strictObject({ market: z.optional(MarketType) }),
  response: replyWith({ baseDTO: z.object({ cancelled: z.int() }) }),
  errors: ['MARKET_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
})

export const Trade = z.object({
  id: Id,
  /** The caller's side. */
  orderType: OrderType,
  marketType: MarketType,
  sourceCoin: CoinSymbol,
  destinationCoin: CoinSymbol,
  unitPrice: DecimalText,
  amount: DecimalText,
  wholePrice: DecimalText,
  /** The caller's fee, in the coin received. */
  wage: DecimalText,
  /** The received amount in that coin, after the fee. Absent only in an old cached answer. */
  received: z.optional(DecimalText),
  /** Whether the caller's order was on the book before the trade, or met one there. Absent for a quick trade. */
  role: z.optional(z.enum(['MAKER', 'TAKER'])),
  createdAtDateTime: Instant,
})

export const getTrades = defineEndpoint({
  ...ownRead,
  polled: true,
  keys: 'read',
  path: '/trades',
  summary: "The caller's own trades on the book and quick trades, newest first",
  query: z.strictObject({ ...tradeFilter, ...paging }),
  response: replyWithRows(Trade),
  errors: ['PAGE_TOO_FAR', 'DAY_SPAN_INVALID'],
})
