import * as z from 'zod/mini'
import { ImageHash } from './coins.ts'
import { defineEndpoint, ownRead, publicRead } from './endpoint.ts'
import {
  CoinSymbol,
  DecimalText,
  Flag,
  Instant,
  MarketType,
  Page,
  replyWith,
  SignedDecimalText,
  Size,
} from './values.ts'

/** Whether a market trades now by its hours, the holidays and its operators, and why not. Orders can be cancelled in every state. */
export const MarketState = z.object({
  /** CLOSED: outside its hours. HALTED and CANCEL_ONLY: by an operator, who gives the reason. */
  kind: z.enum(['OPEN', 'CLOSED', 'HALTED', 'CANCEL_ONLY']),
  reason: z.nullable(z.object({ fa: z.string(), en: z.string() })),
  /** When a closed market opens again, if that is known. */
  opensAt: z.nullable(Instant),
  /** When an open market closes; null if it never does by itself. Absent only in an old cached answer. */
  closesAt: z.optional(z.nullable(Instant)),
})

export const MarketRow = z.object({
  marketType: MarketType,
  /** The traded coin. */
  relatedCoin: CoinSymbol,
  /** The coin of its price: TOMAN or TETHER. */
  sourceCoin: CoinSymbol,
  /** The newest recorded price, which is the close of the newest candle: from a trade, or from a sandbox's generated past. */
  lastPrice: DecimalText,
  /**
   * True if nothing is recorded yet: `lastPrice` is then the middle of the book or of the quick-trade prices. Absent only in an old cached
   * answer.
   */
  isReference: z.optional(z.boolean()),
  bestBid: z.nullable(DecimalText),
  bestAsk: z.nullable(DecimalText),
  last24HoursChange: SignedDecimalText,
  /** Null if nothing is recorded yet. */
  maxPrice: z.nullable(DecimalText),
  minPrice: z.nullable(DecimalText),
  last24HourVolume: DecimalText,
  /** Names the picture of the traded coin: `/coins/images/{hash}`; null if it has none. Absent in a message of changes alone. */
  hash: z.optional(z.nullable(ImageHash)),
  /** Every unit price is a multiple of it. Absent in a message of changes alone, and in an old cached answer. */
  tickSize: z.optional(DecimalText),
  /** Since when the market is in the lists. Absent in a message of changes alone, and in an old cached answer. */
  listedAt: z.optional(Instant),
  /** Twenty prices over the last week, oldest first. */
  lastWeekData: z.array(DecimalText),
  /** Absent only in a cached answer from before there were states. */
  state: z.optional(MarketState),
})

/** A market's entry in the list for switching between markets. */
export const TickerPrice = z.object({
  marketType: MarketType,
  relatedCoin: CoinSymbol,
  sourceCoin: CoinSymbol,
  lastPrice: DecimalText,
  /** As in a market row. */
  isReference: z.optional(z.boolean()),
  last24HoursChange: SignedDecimalText,
  /** The same coins, price and change, under the names of the price rows. */
  destCoinSymbol: CoinSymbol,
  sourceCoinSymbol: CoinSymbol,
  price: DecimalText,
  price24hrChangePercent: SignedDecimalText,
  /** The best ask and the best bid on the book now; null if there is none. */
  buyPrice: z.nullable(DecimalText),
  sellPrice: z.nullable(DecimalText),
})

export const MarketDetails = z.object({
  marketType: MarketType,
  sourceCoin: CoinSymbol,
  destinationCoin: CoinSymbol,
  /** Every unit price is a multiple of it. */
  tickSize: DecimalText,
  /** Every amount is a multiple of it. */
  amountStep: DecimalText,
  minAmount: DecimalText,
  maxAmount: DecimalText,
  /** The least value of a limit order at its price, in the quote coin. Absent only in an old cached answer. */
  minTotal: z.optional(DecimalText),
  /** Open orders that one user may have at a time, including stops. Absent only in an old cached answer. */
  openOrdersMax: z.optional(z.int()),
  /** The bounds of a limit price in percent of the quick-trade reference price. Absent only in an old cached answer. */
  limitPriceMin: z.optional(DecimalText),
  limitPriceMax: z.optional(DecimalText),
  /**
   * How much worse than the market a limit price may be, in percent of the best price of the other side (without one, of the last trade),
   * before an order needs `force`. Absent only in an old cached answer.
   */
  forceWarning: z.optional(DecimalText),
  /** Whether orders are accepted now. */
  active: z.boolean(),
  /** As in a market row. */
  state: z.optional(MarketState),
})

export const DepthRow = z.object({
  volume: DecimalText,
  unitPrice: DecimalText,
  wholePrice: DecimalText,
  /** This level's share of the deepest shown one, 0 to 100: the width of its bar. */
  executedPercent: z.int(),
})

export const LastTrade = z.object({
  id: z.string(),
  amount: DecimalText,
  unitPrice: DecimalText,
  /** The side of the taker. */
  orderType: z.enum(['BUY', 'SELL']),
  createdAtDateTime: Instant,
  /** Made by the simulated traders of a sandbox. Absent only in an old cached answer. */
  sandbox: z.optional(z.boolean()),
})

export const getMarkets = defineEndpoint({
  ...publicRead,
  path: '/trades/market-info/v2',
  summary: 'Every market priced in Toman or Tether, with its last day and week',
  query: z.strictObject({
    source_coin: z.enum(['TOMAN', 'TETHER']),
    /** With `false` every `lastWeekData` is empty. */
    weeklyDataIncluded: Flag,
    size: Size,
    page: Page,
  }),
  response: replyWith({ content: z.array(MarketRow), totalPages: z.int() }),
})

/** The app's query for every market of a unit; a page that contains the answer names it in the same way. */
export const allMarketsOf = (unit: 'TOMAN' | 'TETHER') =>
  ({ source_coin: unit, weeklyDataIncluded: 'true', size: '1000', page: '1' }) as const

export const getMarketInfo = defineEndpoint({
  ...publicRead,
  path: '/trades/market-info',
  summary: 'The title bar of one market',
  query: z.strictObject({ market_type: MarketType, source_coin: z.optional(z.enum(['TOMAN', 'TETHER'])) }),
  response: replyWith({
    baseDTO: z.object({
      marketTradeInfo: MarketRow,
      /** All markets priced in `source_coin`; present only if that was given. */
      tickerPrices: z.optional(z.array(TickerPrice)),
    }),
  }),
  errors: ['MARKET_NOT_FOUND'],
})

export const getMarket = defineEndpoint({
  ...publicRead,
  path: '/markets/:market',
  summary: 'The rules of one market: tick, step, limits, whether it trades',
  params: z.strictObject({ market: MarketType }),
  response: replyWith({ baseDTO: MarketDetails }),
  errors: ['MARKET_NOT_FOUND'],
})

export const getOrderBook = defineEndpoint({
  ...publicRead,
  offline: 'live',
  path: '/orders/order-book',
  summary: 'The best levels of both sides of one market, best first',
  query: z.strictObject({ marketType: MarketType }),
  response: replyWith({
    baseDTO: z.object({
      /** Grows with every committed change of this book. */
      sequence: z.string(),
      at: Instant,
      buyOrderBook: z.array(DepthRow),
      sellOrderBook: z.array(DepthRow),
    }),
  }),
  errors: ['MARKET_NOT_FOUND'],
})

/** How many ticks one row of a grouped book covers. */
export const GROUPED_TICKS = ['10', '100', '1000'] as const

export const getGroupedBook = defineEndpoint({
  ...publicRead,
  offline: 'live',
  path: '/markets/:market/grouped-book',
  summary: 'The best rows of both sides of one market in steps of many ticks, over all levels of the book, best first',
  params: z.strictObject({ market: MarketType }),
  query: z.strictObject({ ticks: z.enum(GROUPED_TICKS) }),
  response: getOrderBook.response,
  errors: ['MARKET_NOT_FOUND'],
})

export const getLastTrades = defineEndpoint({
  ...publicRead,
  offline: 'live',
  path: '/trades/last-trades',
  summary: 'The newest trades of one market, newest first',
  query: z.strictObject({ marketType: MarketType, type: z.optional(z.literal('P2P')), size: Size }),
  response: replyWith({ content: z.array(LastTrade) }),
  errors: ['MARKET_NOT_FOUND'],
})

export const getCandles = defineEndpoint({
  ...publicRead,
  offline: 'live',
  path: '/markets/:market/candles',
  summary: 'Candles of one market, oldest first, at most 1,000',
  params: z.strictObject({ market: MarketType }),
  query: z.strictObject({ resolution: z.enum(['1', '5', '15', '30', '60', '1D', '1W', '1M']) }),
  response: replyWith({
    content: z.array(
      z.object({
        /** UTC seconds at which the candle opens. */
        time: z.int(),
        open: DecimalText,
        high: DecimalText,
        low: DecimalText,
        close: DecimalText,
        volume: DecimalText,
      }),
    ),
    /** True if any of them was generated for a sandbox, or contains trades of its simulated traders. */
    baseDTO: z.object({ sandbox: z.boolean() }),
  }),
  errors: ['MARKET_NOT_FOUND'],
})

export const getMarketOrderQuote = defineEndpoint({
  method: 'GET',
  path: '/orders/market-buy-sell-whole',
  summary: 'What a market order of this amount would cost or bring on the present book',
  access: 'public',
  offline: 'never',
  query: z.strictObject({
    marketType: MarketType,
    orderType: z.enum(['MARKET_BUY', 'MARKET_SELL']),
    amount: DecimalText,
  }),
  response: replyWith({
    baseDTO: z.object({ wholePrice: DecimalText, /** The part that the book can fill. */ fillable: DecimalText }),
  }),
  errors: ['MARKET_NOT_FOUND', 'UNACCEPTABLE_AMOUNT'],
})

export const getAmountViaPrice = defineEndpoint({
  method: 'GET',
  path: '/orders/amount-via-price',
  summary: 'The amount of a market order that costs, or brings, at most this much on the book as it stands',
  access: 'public',
  offline: 'never',
  query: z.strictObject({
    marketType: MarketType,
    orderType: z.enum(['MARKET_BUY', 'MARKET_SELL']),
    /** Quote coins to spend or to receive. */
    amount: DecimalText,
  }),
  response: replyWith({
    baseDTO: z.object({
      /** The largest amount that costs or brings no more. */
      amount: DecimalText,
      /** The value of that amount. */
      wholePrice: DecimalText,
    }),
  }),
  errors: ['MARKET_NOT_FOUND', 'UNACCEPTABLE_AMOUNT'],
})

export const getFavouriteMarkets = defineEndpoint({
  ...ownRead,
  path: '/favourite-markets',
  summary: "The caller's favourite markets, in the order in which they were chosen",
  response: replyWith({ content: z.array(MarketType) }),
})

const chosenMarket = {
  path: '/favourite-markets/:market',
  access: 'user',
  offline: 'never',
  params: z.strictObject({ market: MarketType }),
  response: replyWith({}),
  errors: ['MARKET_NOT_FOUND'],
} as const

export const addFavouriteMarket = defineEndpoint({
  ...chosenMarket,
  method: 'PUT',
  summary: "Makes a market one of the caller's favourites; one that is a favourite keeps its place",
})

export const removeFavouriteMarket = defineEndpoint({
  ...chosenMarket,
  method: 'DELETE',
  summary: "Takes a market out of the caller's favourites",
})
