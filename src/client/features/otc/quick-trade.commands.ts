import * as z from 'zod/mini'
import type { Order } from '#client/entities/order/orders.queries.ts'
import type { Proof } from '#client/entities/withdrawal/withdrawal-code.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { lockPrice, quickBuy, quickSell } from '#contract/exchange.ts'

/** The outside address to which bought coins go, over a network that takes its fee from them. */
const OutsideTerms = z.readonly(
  z.object({
    network: z.string(),
    address: z.string(),
    tag: z.optional(z.string()),
    fee: z.string(),
    arrives: z.string(),
  }),
)
export type OutsideTerms = z.output<typeof OutsideTerms>

/** A quick trade as it was confirmed: decimal text, ready for the wire. */
export const QuickTradeTerms = z.readonly(
  z.object({
    side: z.enum(['BUY', 'SELL']),
    coin: z.string(),
    unit: z.enum(['TOMAN', 'TETHER']),
    amount: z.string(),
    unitPrice: z.string(),
    total: z.string(),
    fee: z.string(),
    /** The proceeds after the fee. */
    received: z.string(),
    /** The identifier of the price lock on the server; absent if the request for it failed. */
    quote: z.optional(z.string()),
    /** Absent: what is bought stays here. */
    outside: z.optional(OutsideTerms),
  }),
)
export type QuickTradeTerms = z.output<typeof QuickTradeTerms>

/**
 * Asks the server to lock the price for this trade. Without an answer, the trade is made at the price at its execution, or the user is asked again.
 */
export async function withKeptPrice(terms: QuickTradeTerms): Promise<QuickTradeTerms> {
  const { side, coin, unit, amount, unitPrice } = terms
  const body = { marketType: `${coin}_${unit}`, orderType: `EXCHANGE_${side}` as const, amount, unitPrice }
  const kept = await callApi(lockPrice, { body }).catch(() => undefined)
  return kept ? { ...terms, quote: kept.baseDTO.quote } : terms
}

/** `proof`: of the withdrawal to an outside address. A repeat of a trade that was made needs none. */
export async function sendQuickTrade(
  { terms, idempotencyKey }: { terms: QuickTradeTerms; idempotencyKey: string },
  proof: Proof = {},
): Promise<Order> {
  const { outside } = terms
  const body = {
    marketType: `${terms.coin}_${terms.unit}`,
    amount: terms.amount,
    unitPrice: terms.unitPrice,
    totalPrice: terms.total,
    ...(terms.quote === undefined ? {} : { quote: terms.quote }),
  }
  const leaving = outside && {
    destinationWallet: outside.address,
    tokenType: outside.network,
    ...(outside.tag === undefined ? {} : { tag: outside.tag }),
    ...proof,
  }
  const { baseDTO } =
    terms.side === 'BUY'
      ? await callApi(quickBuy, { idempotencyKey, body: { ...body, ...leaving, orderType: 'EXCHANGE_BUY' } })
      : await callApi(quickSell, { idempotencyKey, body: { ...body, orderType: 'EXCHANGE_SELL' } })
  return baseDTO
}
