import * as z from 'zod/mini'
import { callApi } from '#client/lib/call-api.ts'
import type { Order } from '#client/lib/orders.queries.ts'
import { quickBuy, quickSell } from '#contract/exchange.ts'

/** A quick trade as the confirmation showed it: decimal text, ready for the wire. */
export const QuickTradeTerms = z.readonly(
  z.object({
    side: z.enum(['BUY', 'SELL']),
    coin: z.string(),
    unit: z.enum(['TOMAN', 'TETHER']),
    amount: z.string(),
    unitPrice: z.string(),
    total: z.string(),
    fee: z.string(),
    /** After the fee. */
    received: z.string(),
  }),
)
export type QuickTradeTerms = z.output<typeof QuickTradeTerms>

export async function sendQuickTrade({
  terms,
  idempotencyKey,
}: {
  terms: QuickTradeTerms
  idempotencyKey: string
}): Promise<Order> {
  const body = {
    marketType: `${terms.coin}_${terms.unit}`,
    amount: terms.amount,
    unitPrice: terms.unitPrice,
    totalPrice: terms.total,
  }
  const { baseDTO } =
    terms.side === 'BUY'
      ? await callApi(quickBuy, { idempotencyKey, body: { ...body, orderType: 'EXCHANGE_BUY' } })
      : await callApi(quickSell, { idempotencyKey, body: { ...body, orderType: 'EXCHANGE_SELL' } })
  return baseDTO
}
