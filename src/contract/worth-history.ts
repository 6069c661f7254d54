import * as z from 'zod/mini'
import { defineEndpoint, keptOwnRead } from './endpoint.ts'
import { CoinSymbol, DecimalText, Instant, replyWith, SignedDecimalText } from './values.ts'

/** A week, a month and three months by the day, and a year by five days. */
export const WORTH_SPANS = ['WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const
export type WorthSpan = (typeof WORTH_SPANS)[number]

/** The worth of all balances at the end of a day of Tehran, or now. */
export const WorthPoint = z.object({
  at: Instant,
  /** At the last prices of that time, of the coins whose price is known. */
  toman: DecimalText,
  /** Null if the price of Tether is unknown. */
  tether: z.nullable(DecimalText),
  /**
   * The deposits, withdrawals and transfers since the first point, in less out, each at the prices of the end of its day: what the worth has
   * grown beyond this is gain. Null from the first day on at which the price of a moved coin is unknown.
   */
  putInToman: z.nullable(SignedDecimalText),
  putInTether: z.nullable(SignedDecimalText),
  /** Coins of the balance whose price is unknown, which are in no figure of this point. */
  unpriced: z.array(CoinSymbol),
})

export const getWorthHistory = defineEndpoint({
  ...keptOwnRead,
  keys: 'read',
  path: '/wallets/worth-history',
  summary: "The worth of the caller's balances over time; nothing is said to a market maker",
  query: z.strictObject({ span: z.enum(WORTH_SPANS) }),
  /** Oldest first, the last one now; none before the first movement. */
  response: replyWith({ content: z.array(WorthPoint) }),
})
