import * as z from 'zod/mini'
import { SELF_TRADE_PREVENTIONS } from '#domain/order.ts'
import { defineEndpoint } from './endpoint.ts'
import { BUYS, OptionalDecimal, Order, SELLS, terms } from './orders.ts'
import { ClientKey, DecimalText, Flag, Id, Instant, MarketType, replyWith } from './values.ts'

export const placeOco = defineEndpoint({
  method: 'POST',
  path: '/orders/oco',
  summary:
    'Place an OCO order (one cancels the other): a limit order that takes the profit and a stop-limit order that bounds the loss, together or not at all. Their funds are held once. When the limit order trades, even partly, the stop ends; when the stop is triggered, the limit order ends; cancelling either cancels both. The idempotency key is the clientOrderId where one is given; a repeat returns the orders as they are now.',
  access: 'authorized',
  keys: 'trade',
  offline: 'never',
  money: true,
  /** True: the customer has confirmed the warning of a stop whose limit is far worse than its stop price. No other check is skipped. */
  query: z.strictObject({ force: Flag }),
  body: z.strictObject({
    marketType: MarketType,
    side: z.enum(['BUY', 'SELL']),
    /** Of each of the two orders. */
    amount: DecimalText,
    /** The limit of the order that takes the profit: to sell above the last price and the best bid, to buy below the last price and the best ask. */
    unitPrice: DecimalText,
    /** Triggers the stop: to sell below the last price, to buy above it. */
    stopPrice: DecimalText,
    /** The limit with which the triggered stop enters the book. */
    stopUnitPrice: DecimalText,
    /** When both orders expire; fractions of a second are dropped. */
    expiresAt: z.optional(z.nullable(Instant)),
    /** Which order is cancelled if the triggered stop would trade with one of the same user; absent: CANCEL_NEWER. */
    selfTradePrevention: z.optional(z.enum(SELF_TRADE_PREVENTIONS)),
    clientOrderId: z.optional(ClientKey),
  }),
  response: replyWith({
    /** The order that takes the profit, then the stop. */
    content: z.tuple([Order, Order]),
  }),
  /** A refusal of a price or an amount names the field that it is about. */
  errors: [
    'MARKET_NOT_FOUND',
    'MARKET_MAKER_NOT_ALLOWED',
    'UNIT_PRICE_INVALID',
    'STOP_PRICE_INVALID',
    'UNACCEPTABLE_AMOUNT',
    'IDEMPOTENCY_KEY_REUSED',
    'MARKET_IS_NOT_ACTIVE',
    'AMOUNT_IS_LOW',
    'AMOUNT_IS_HIGH',
    'TOTAL_IS_LOW',
    'OCO_PRICES_INVALID',
    'UNIT_PRICE_OUT_OF_BAND',
    'EXPIRY_INVALID',
    'TOO_MANY_OPEN_ORDERS',
    'NOT_ENOUGH_BALANCE',
    'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER',
  ],
})

export const amendOrder = defineEndpoint({
  method: 'PUT',
  path: '/orders/:id',
  summary:
    "Change the amount, the prices or the expiry of one of the caller's own open orders in one step. It keeps its id, and its place in the queue where its prices stay and its amount does not rise; otherwise it enters the book again, and may trade. A refusal leaves the order as it was. ORDER_NOT_OPEN carries the order as it ended",
  access: 'authorized',
  keys: 'trade',
  offline: 'never',
  money: true,
  params: z.strictObject({ id: Id }),
  /** As for placing. */
  query: z.strictObject({ force: Flag }),
  /** A field that is left out stays as it is. */
  body: z.strictObject({
    /** The whole amount, with the executed part. */
    amount: OptionalDecimal,
    unitPrice: OptionalDecimal,
    /** Only of a stop-limit order that still waits. */
    stopPrice: OptionalDecimal,
    /** Null: only when cancelled. Fractions of a second are dropped. An order of which nothing else changes keeps its place. */
    expiresAt: z.optional(z.nullable(Instant)),
  }),
  response: replyWith({ baseDTO: Order }),
  errors: [
    'ORDER_NOT_FOUND',
    'MARKET_MAKER_NOT_ALLOWED',
    'ORDER_OPTIONS_INVALID',
    'UNIT_PRICE_INVALID',
    'STOP_PRICE_INVALID',
    'UNACCEPTABLE_AMOUNT',
    'IDEMPOTENCY_KEY_REUSED',
    'ORDER_NOT_OPEN',
    'OCO_NOT_AMENDABLE',
    'MARKET_IS_NOT_ACTIVE',
    'STOP_ALREADY_TRIGGERED',
    'TRAILING_DISTANCE_INVALID',
    'TRAILING_LIMIT_INVALID',
    'AMOUNT_IS_LOW',
    'AMOUNT_IS_HIGH',
    'TOTAL_IS_LOW',
    'AMOUNT_ALREADY_EXECUTED',
    'EXPIRY_INVALID',
    'UNIT_PRICE_OUT_OF_BAND',
    'NO_LIQUIDITY',
    'POST_ONLY_WOULD_TRADE',
    'FILL_OR_KILL_NOT_FILLABLE',
    'NOT_ENOUGH_BALANCE',
    'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER',
  ],
})

/** Items of one batch. */
const BATCH_MAX = 20

const BatchItem = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('PLACE'),
    ...terms,
    orderType: z.enum([...BUYS, ...SELLS]),
    /** The key of this item: a repeat returns its first outcome. */
    clientOrderId: ClientKey,
    /** As in the query of a single order. */
    force: z.optional(z.boolean()),
  }),
  z.strictObject({
    action: z.literal('CANCEL'),
    id: Id,
    clientOrderId: ClientKey,
  }),
])

export const batchOrders = defineEndpoint({
  method: 'POST',
  path: '/orders/batch',
  summary: `Place and cancel up to ${BATCH_MAX} orders, one after the other; each has an outcome of its own`,
  access: 'authorized',
  keys: 'trade',
  offline: 'never',
  body: z.strictObject({ orders: z.array(BatchItem).check(z.minLength(1), z.maxLength(BATCH_MAX)) }),
  response: replyWith({
    /** In the order of the request: an order, or the refusal that a single call would give. */
    content: z.array(
      z.object({
        order: z.optional(Order),
        code: z.optional(z.string()),
        errors: z.optional(z.array(z.string())),
        field: z.optional(z.string()),
        /** The details of a refusal: of ORDER_NOT_OPEN, the order as it ended. */
        baseDTO: z.optional(z.unknown()),
      }),
    ),
  }),
  errors: [],
})
