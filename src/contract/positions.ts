import * as z from 'zod/mini'
import { defineEndpoint, keptOwnRead, ownRead } from './endpoint.ts'
import { CoinSymbol, DecimalText, Id, replyWith, SignedDecimalText } from './values.ts'

/**
 * The coins that the caller bought in a market and has not sold there. It may be more than the balance, since coins also leave by other
 * ways, and less, since deposits and rewards came in without a price.
 */
export const PositionEntry = z.object({
  coin: CoinSymbol,
  /** The coin of the price: figures of Toman and Tether are kept apart. */
  sourceCoin: CoinSymbol,
  amount: DecimalText,
  /** The weighted average with the fees, per whole coin; null without coins. */
  averageBuyPrice: z.nullable(DecimalText),
  /** The price paid for the amount. */
  cost: DecimalText,
  /** The profit of all sales so far, after fees, against the average at their times. */
  realisedProfit: SignedDecimalText,
})

export const getPositions = defineEndpoint({
  ...keptOwnRead,
  polled: true,
  keys: 'read',
  path: '/wallets/positions',
  summary: 'What the caller bought in each market at which average price; nothing is said to a market maker',
  response: replyWith({ content: z.array(PositionEntry) }),
})

export const getOrderProfit = defineEndpoint({
  ...ownRead,
  keys: 'read',
  path: '/wallets/order-profit',
  summary: "The profit of one of the caller's sales against the average cost at the time of its trades",
  query: z.strictObject({ orderId: Id }),
  response: replyWith({
    baseDTO: z.nullable(
      z.object({
        /** The part of the sold amount that was bought at a known price; the rest is in no figure here. */
        amount: DecimalText,
        cost: DecimalText,
        profit: SignedDecimalText,
      }),
    ),
  }),
})
