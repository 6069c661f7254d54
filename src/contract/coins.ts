import * as z from 'zod/mini'
import { defineEndpoint, publicRead } from './endpoint.ts'
import { CoinSymbol, DecimalText, Flag, Instant, MarketType, replyWith, SignedDecimalText } from './values.ts'

export const TokenType = z.object({
  tokenType: z.string(),
  withdrawalFee: DecimalText,
  minWithdraw: DecimalText,
  maxWithdraw: DecimalText,
  withdrawEnable: z.boolean(),
  isDepositEnable: z.boolean(),
  txIdIsNeeded: z.boolean(),
})

const naming = {
  name: CoinSymbol,
  /** The ticker people know: BTC, USDT. */
  code: z.string(),
  persianName: z.string(),
  englishName: z.string(),
  /** Decimals of the ledger: how fine a balance can be. */
  decimals: z.int(),
  /** Decimals a person types and sees. */
  precision: z.int(),
}

/** The name of a picture: what it is made of. */
export const ImageHash = z.string().check(z.regex(/^[0-9a-f]{32}$/))

export const CoinDetails = z.object({
  ...naming,
  /** The address of its picture on this site; null where it has none. Absent only in an answer kept from before. */
  image: z.optional(z.nullable(z.string())),
  /** Bounds of a quick trade. */
  minAmountExchange: DecimalText,
  maxAmountExchange: DecimalText,
  /** Bounds of an order on the book. */
  minAmount: DecimalText,
  maxAmount: DecimalText,
  withdrawalFee: DecimalText,
  transferFee: DecimalText,
  /** Bounds of a Toman deposit or withdrawal, possible at this time or not; on TOMAN alone. */
  minDepositAmount: z.optional(DecimalText),
  maxDepositAmount: z.optional(DecimalText),
  minWithdrawAmount: z.optional(DecimalText),
  maxWithdrawAmount: z.optional(DecimalText),
  /** Can it be brought in, and taken out, by any way at this time? */
  depositEnable: z.boolean(),
  withdrawEnable: z.boolean(),
  tokenTypeDetails: z.array(TokenType),
})

export const ExchangePrice = z.object({
  destCoinSymbol: CoinSymbol,
  sourceCoinSymbol: CoinSymbol,
  /** What the customer pays per whole coin. */
  buyPrice: DecimalText,
  /** What the customer receives per whole coin. */
  sellPrice: DecimalText,
  price24hrChangePercent: SignedDecimalText,
  /** Only where it was asked for; null where no price of a week ago is known. */
  priceWeeklyChangePercent: z.optional(z.nullable(SignedDecimalText)),
})

const CoinNames = z.object({
  ...naming,
  /** The markets it is traded on. */
  marketTypes: z.array(MarketType),
})

const SupportedCoin = z.object({
  name: CoinSymbol,
  code: z.string(),
  /** What it can be bought and sold for by quick trade. */
  quickTradeUnits: z.array(z.enum(['TOMAN', 'TETHER'])),
  /** The networks it exists on; what works over each at this time is in /coins/details. */
  tokenTypes: z.array(z.string()),
  depositEnable: z.boolean(),
  withdrawEnable: z.boolean(),
})

export const CoinPrice = z.object({
  destCoinSymbol: CoinSymbol,
  sourceCoinSymbol: CoinSymbol,
  /** The last price of its market; before the first trade the middle of the book, or else of the quick-trade prices. */
  price: DecimalText,
  /** Both only where they were asked for; null where no price of then is known. */
  price24hrChangePercent: z.optional(z.nullable(SignedDecimalText)),
  priceWeeklyChangePercent: z.optional(z.nullable(SignedDecimalText)),
})

const pricesQuery = z.strictObject({
  includeWeeklyChange: Flag,
  /** Symbols of the coins that are wanted, with commas between them; absent: all. */
  toCurrencies: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,39}(,[A-Z][A-Z0-9_]{1,39}){0,199}$/))),
})

const prices = replyWith({
  content: z.array(ExchangePrice),
  /** When the feed gave these; `stale` stops quick trade. */
  baseDTO: z.object({ at: Instant, stale: z.boolean() }),
})

export const getCoins = defineEndpoint({
  ...publicRead,
  path: '/coins',
  summary: 'Every coin with its names and the markets it is traded on',
  response: replyWith({ content: z.array(CoinNames) }),
})

export const getSupportedCoins = defineEndpoint({
  ...publicRead,
  path: '/coins/supporting-coins',
  summary: 'What can be done with each coin: quick trade, deposit and withdrawal, and over which networks',
  response: replyWith({ content: z.array(SupportedCoin) }),
})

export const getCoinPrices = defineEndpoint({
  ...publicRead,
  path: '/coins/price/usd',
  summary: 'The market price of every coin in Toman',
  query: z.strictObject({ include24hrChange: Flag, includeWeeklyChange: Flag }),
  response: replyWith({ content: z.array(CoinPrice) }),
})

export const getCoinDetails = defineEndpoint({
  ...publicRead,
  path: '/coins/details',
  summary: 'Every coin with its names, decimals, limits and networks',
  response: replyWith({ content: z.array(CoinDetails) }),
})

const quickTradePrices = {
  method: 'GET',
  access: 'public',
  offline: 'keep',
  query: pricesQuery,
  response: prices,
  errors: ['COIN_NOT_FOUND'],
} as const

export const getTomanPrices = defineEndpoint({
  ...quickTradePrices,
  path: '/coins/exchange-price/usd',
  summary: 'Quick-trade prices in Toman',
})

export const getTetherPrices = defineEndpoint({
  ...quickTradePrices,
  path: '/coins/exchange-price/usdt',
  summary: 'Quick-trade prices in Tether',
})

export const getCoinImage = defineEndpoint({
  method: 'GET',
  access: 'public',
  offline: 'never',
  path: '/coins/images/:hash',
  summary:
    "A coin's picture, an SVG drawing, by the `hash` of a market row or as `image` of the coin's details names it",
  format: 'file',
  params: z.strictObject({ hash: ImageHash }),
  response: z.unknown(),
  errors: [],
})
