import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { ClientKey, CoinSymbol, DecimalText, Id, Instant, MarketType, Page, replyWith, Size } from './values.ts'

export const OrderType = z.enum([
  'LIMITED_BUY',
  'LIMITED_SELL',
  'MARKET_BUY',
  'MARKET_SELL',
  'EXCHANGE_BUY',
  'EXCHANGE_SELL',
])

export const OrderStatus = z.enum([
  'IS_OPEN',
  'FINISHED_WITH_TRANSACTION',
  'FINISHED_WITHOUT_TRANSACTION',
  'CANCELLED_BY_USER',
  'CANCELLED_BY_ADMIN',
  'DONE',
])

export const Order = z.object({
  id: Id,
  orderType: OrderType,
  orderStatus: OrderStatus,
  marketType: MarketType,
  /** What it is priced in. */
  sourceCoin: CoinSymbol,
  /** What is traded. */
  destinationCoin: CoinSymbol,
  amount: DecimalText,
  /** Its limit; of a market order the average it traded at, absent before any trade. */
  unitPrice: z.nullable(DecimalText),
  /** amount × unitPrice. */
  overallValue: z.nullable(DecimalText),
  executedAmount: DecimalText,
  /** What was paid or received for the executed amount, before the fee. */
  executedValue: DecimalText,
  /** 0 to 100, rounded down. */
  executedPercent: z.int(),
  /** The fee so far, in the coin received. */
  wage: DecimalText,
  clientOrderId: z.nullable(z.string()),
  createdAtDateTime: Instant,
})

const PlaceOrderBody = <const Types extends [string, string]>(types: Types) =>
  z.strictObject({
    marketType: MarketType,
    orderType: z.enum(types),
    amount: DecimalText,
    /** Needed by a limit order, refused on a market order. */
    unitPrice: z.optional(DecimalText),
    clientOrderId: z.optional(ClientKey),
  })

const placed = {
  method: 'POST',
  access: 'authorized',
  offline: 'never',
  money: true,
  response: replyWith({ baseDTO: Order }),
  errors: [
    'MARKET_NOT_FOUND',
    'MARKET_MAKER_NOT_ALLOWED',
    'UNIT_PRICE_REQUIRED',
    'UNIT_PRICE_INVALID',
    'UNACCEPTABLE_AMOUNT',
    'AMOUNT_IS_LOW',
    'AMOUNT_IS_HIGH',
    'IDEMPOTENCY_KEY_REUSED',
    'MARKET_IS_NOT_ACTIVE',
    'NO_LIQUIDITY',
    'NOT_ENOUGH_BALANCE',
  ],
} as const

export const placeBuyOrder = defineEndpoint({
  ...placed,
  path: '/orders/buy',
  summary: 'Place a limit or market order to buy. The idempotency key is the clientOrderId where one is given.',
  body: PlaceOrderBody(['LIMITED_BUY', 'MARKET_BUY']),
})

export const placeSellOrder = defineEndpoint({
  ...placed,
  path: '/orders/sell',
  summary: 'Place a limit or market order to sell. The idempotency key is the clientOrderId where one is given.',
  body: PlaceOrderBody(['LIMITED_SELL', 'MARKET_SELL']),
})

export const getOrders = defineEndpoint({
  method: 'GET',
  path: '/orders',
  summary: "The caller's own orders, newest first",
  access: 'user',
  offline: 'never',
  query: z.strictObject({
    orderStatus: z.optional(OrderStatus),
    excludedOrderStatus: z.optional(OrderStatus),
    /** P2P: the order book. EXCHANGE: quick trades. Absent: all. */
    orderType: z.optional(z.enum(['P2P', 'EXCHANGE'])),
    market: z.optional(MarketType),
    size: Size,
    page: Page,
  }),
  response: replyWith({ content: z.array(Order), totalPages: z.int() }),
  errors: [],
})

export const cancelOrder = defineEndpoint({
  method: 'DELETE',
  path: '/orders/:id',
  summary: "Cancel one of the caller's own open orders; what was not filled is unblocked",
  access: 'user',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  response: replyWith({ baseDTO: Order }),
  errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_OPEN'],
})

export const getMarketOrderQuote = defineEndpoint({
  method: 'GET',
  path: '/orders/market-buy-sell-whole',
  summary: 'What a market order of this amount would cost or bring on the book as it stands',
  access: 'public',
  offline: 'never',
  query: z.strictObject({
    marketType: MarketType,
    orderType: z.enum(['MARKET_BUY', 'MARKET_SELL']),
    amount: DecimalText,
  }),
  response: replyWith({
    baseDTO: z.object({ wholePrice: DecimalText, /** What of the amount the book can fill. */ fillable: DecimalText }),
  }),
  errors: ['MARKET_NOT_FOUND', 'UNACCEPTABLE_AMOUNT'],
})

export const Trade = z.object({
  id: Id,
  /** The caller's side of it. */
  orderType: OrderType,
  marketType: MarketType,
  sourceCoin: CoinSymbol,
  destinationCoin: CoinSymbol,
  unitPrice: DecimalText,
  amount: DecimalText,
  wholePrice: DecimalText,
  /** The caller's fee, in the coin he received. */
  wage: DecimalText,
  createdAtDateTime: Instant,
})

export const getTrades = defineEndpoint({
  method: 'GET',
  path: '/trades',
  summary: "The caller's own trades on the book and quick trades, newest first",
  access: 'user',
  offline: 'never',
  query: z.strictObject({
    type: z.optional(z.enum(['P2P', 'EXCHANGE'])),
    destinationCoin: z.optional(CoinSymbol),
    size: Size,
    page: Page,
  }),
  response: replyWith({ content: z.array(Trade), totalPages: z.int() }),
  errors: [],
})
