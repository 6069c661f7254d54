import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { CoinSymbol, DecimalText, Instant, replyWith, SignedDecimalText } from './values.ts'

export const TokenType = z.object({
  tokenType: z.string(),
  withdrawalFee: DecimalText,
  minWithdraw: DecimalText,
  maxWithdraw: DecimalText,
  withdrawEnable: z.boolean(),
  isDepositEnable: z.boolean(),
  txIdIsNeeded: z.boolean(),
})

export const CoinDetails = z.object({
  name: CoinSymbol,
  /** The ticker people know: BTC, USDT. */
  code: z.string(),
  persianName: z.string(),
  englishName: z.string(),
  /** Decimals of the ledger: how fine a balance can be. */
  decimals: z.int(),
  /** Decimals a person types and sees. */
  precision: z.int(),
  /** Bounds of a quick trade. */
  minAmountExchange: DecimalText,
  maxAmountExchange: DecimalText,
  /** Bounds of an order on the book. */
  minAmount: DecimalText,
  maxAmount: DecimalText,
  withdrawalFee: DecimalText,
  transferFee: DecimalText,
  /** Bounds of a Toman deposit or withdrawal; on TOMAN alone. */
  minDepositAmount: z.optional(DecimalText),
  maxDepositAmount: z.optional(DecimalText),
  minWithdrawAmount: z.optional(DecimalText),
  maxWithdrawAmount: z.optional(DecimalText),
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
})

const prices = replyWith({
  content: z.array(ExchangePrice),
  /** When the feed gave these; `stale` stops quick trade. */
  baseDTO: z.object({ at: Instant, stale: z.boolean() }),
})

export const getCoinDetails = defineEndpoint({
  method: 'GET',
  path: '/coins/details',
  summary: 'Every coin with its names, decimals, limits and networks',
  access: 'public',
  offline: 'keep',
  response: replyWith({ content: z.array(CoinDetails) }),
  errors: [],
})

export const getTomanPrices = defineEndpoint({
  method: 'GET',
  path: '/coins/exchange-price/usd',
  summary: 'Quick-trade prices in Toman',
  access: 'public',
  offline: 'keep',
  response: prices,
  errors: [],
})

export const getTetherPrices = defineEndpoint({
  method: 'GET',
  path: '/coins/exchange-price/usdt',
  summary: 'Quick-trade prices in Tether',
  access: 'public',
  offline: 'keep',
  response: prices,
  errors: [],
})
