import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Order } from './orders.ts'
import { DecimalText, MarketType, replyWith } from './values.ts'

const quickTrade = <const Type extends 'EXCHANGE_BUY' | 'EXCHANGE_SELL'>(orderType: Type) =>
  ({
    method: 'POST',
    access: 'authorized',
    offline: 'never',
    money: true,
    body: z.strictObject({
      marketType: MarketType,
      orderType: z.literal(orderType),
      amount: DecimalText,
      /** The price the customer saw. */
      unitPrice: DecimalText,
      /** What the customer was shown; checked against amount × unitPrice. */
      totalPrice: DecimalText,
    }),
    response: replyWith({ baseDTO: Order }),
    errors: [
      'MARKET_NOT_FOUND',
      'MARKET_MAKER_NOT_ALLOWED',
      'UNACCEPTABLE_AMOUNT',
      'AMOUNT_IS_LOW',
      'AMOUNT_IS_HIGH',
      'UNIT_PRICE_INVALID',
      'TOTAL_MISMATCH',
      'IDEMPOTENCY_KEY_REUSED',
      'MARKET_IS_NOT_ACTIVE',
      'PRICE_STALE',
      'PRICE_CHANGED',
      'NOT_ENOUGH_BALANCE',
      'HOUSE_LIMIT_REACHED',
    ],
  }) as const

export const quickBuy = defineEndpoint({
  ...quickTrade('EXCHANGE_BUY'),
  path: '/exchange/buy',
  summary: 'Buy from the house at the quoted price',
})

export const quickSell = defineEndpoint({
  ...quickTrade('EXCHANGE_SELL'),
  path: '/exchange/sell',
  summary: 'Sell to the house at the quoted price',
})
