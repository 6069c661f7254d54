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
  /** Decimals in the ledger: the precision of a balance. */
  decimals: z.int(),
  /** Decimals that people type and see. */
  precision: z.int(),
}

/** The name of a picture: the hash of its content. */
export const ImageHash = z.string().check(z.regex(/^[0-9a-f]{32}$/))

export const CoinDetails = z.object({
  ...naming,
  /** The path of its picture on this site; null if it has none. Absent only in an old cached answer. */
  image: z.optional(z.nullable(z.string())),
  /** Bounds of a quick trade. */
  minAmountExchange: DecimalText,
  maxAmountExchange: DecimalText,
  /** Bounds of an order on the book. */
  minAmount: DecimalText,
  maxAmount: DecimalText,
  withdrawalFee: DecimalText,
  transferFee: DecimalText,
  /** Bounds of a Toman deposit or withdrawal, whether possible now or not; present for TOMAN alone. */
  minDepositAmount: z.optional(DecimalText),
  maxDepositAmount: z.optional(DecimalText),
  minWithdrawAmount: z.optional(DecimalText),
  maxWithdrawAmount: z.optional(DecimalText),
  /** Whether it can be deposited and withdrawn by any way now. */
  depositEnable: z.boolean(),
  withdrawEnable: z.boolean(),
  tokenTypeDetails: z.array(TokenType),
})

export const ExchangePrice = z.object({
  destCoinSymbol: CoinSymbol,
  sourceCoinSymbol: CoinSymbol,
  /** The price that the customer pays per whole coin. */
  buyPrice: DecimalText,
  /** The price that the customer receives per whole coin. */
  sellPrice: DecimalText,
  price24hrChangePercent: SignedDecimalText,
  /** Present only on request; null if no price of a week ago is known. */
  priceWeeklyChangePercent: z.optional(z.nullable(SignedDecimalText)),
})

const CoinNames = z.object({
  ...naming,
  /** The markets in which it is traded. */
  marketTypes: z.array(MarketType),
})

const SupportedCoin = z.object({
  name: CoinSymbol,
  code: z.string(),
  /** The coins that quick trade exchanges it for. */
  quickTradeUnits: z.array(z.enum(['TOMAN', 'TETHER'])),
  /** The networks on which it exists; /coins/details says which of them work now. */
  tokenTypes: z.array(z.string()),
  depositEnable: z.boolean(),
  withdrawEnable: z.boolean(),
})

export const CoinPrice = z.object({
  destCoinSymbol: CoinSymbol,
  sourceCoinSymbol: CoinSymbol,
  /** The last price of its market; before the first trade the middle of the book, else of the quick-trade prices. */
  price: DecimalText,
  /** Both present only on request; null if the earlier price is unknown. */
  price24hrChangePercent: z.optional(z.nullable(SignedDecimalText)),
  priceWeeklyChangePercent: z.optional(z.nullable(SignedDecimalText)),
})

const pricesQuery = z.strictObject({
  includeWeeklyChange: Flag,
  /** Symbols of the requested coins, separated by commas; absent: all. */
  toCurrencies: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,39}(,[A-Z][A-Z0-9_]{1,39}){0,199}$/))),
})

const prices = replyWith({
  content: z.array(ExchangePrice),
  /** When the feed sent these prices; `stale` stops quick trade. */
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
