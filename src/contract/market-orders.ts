import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { DecimalText, MarketType, replyWith } from './values.ts'

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

export const getAmountViaPrice = defineEndpoint({
  method: 'GET',
  path: '/orders/amount-via-price',
  summary: 'What a market order that spends this much of the quote coin would buy on the book as it stands',
  access: 'public',
  offline: 'never',
  query: z.strictObject({
    marketType: MarketType,
    orderType: z.literal('MARKET_BUY'),
    /** Quote coins to spend. */
    amount: DecimalText,
  }),
  response: replyWith({
    baseDTO: z.object({
      /** The most that can be ordered without spending more. */
      amount: DecimalText,
      /** What that costs. */
      wholePrice: DecimalText,
    }),
  }),
  errors: ['MARKET_NOT_FOUND', 'UNACCEPTABLE_AMOUNT'],
})
