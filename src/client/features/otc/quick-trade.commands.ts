import { callApi } from '#client/lib/call-api.ts'
import type { Order } from '#client/lib/orders.queries.ts'
import type { QuoteUnit } from '#client/lib/quote-unit.ts'
import { quickBuy, quickSell } from '#contract/exchange.ts'
import type { Side } from '#domain/order.ts'

/** A quick trade as the confirmation showed it: decimal text, ready for the wire. */
export interface QuickTradeTerms {
  readonly side: Side
  readonly coin: string
  readonly unit: QuoteUnit
  readonly amount: string
  readonly unitPrice: string
  readonly total: string
  readonly fee: string
  /** After the fee. */
  readonly received: string
}

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
