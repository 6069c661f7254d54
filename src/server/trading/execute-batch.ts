import { type Rejected, rejected } from '#contract/rejected.ts'
import { codeOfFailure } from '../exchange/exchange.ts'
import { cancelOrder } from './cancel-orders.ts'
import type { OrderOnWire } from './order-on-wire.ts'
import { type OrderRequest, placeOrder } from './place-order.ts'
import type { Trader, Trading } from './trading.ts'

export type BatchItem =
  | { readonly action: 'PLACE'; readonly request: OrderRequest }
  | { readonly action: 'CANCEL'; readonly id: string; readonly key: string }

/** Executes items one by one. The outcome of one does not affect the others, even if the exchange is too busy for it. */
export function executeBatch(
  trading: Trading,
  trader: Trader,
  items: readonly BatchItem[],
): Promise<(OrderOnWire | Rejected)[]> {
  // Each item queues its command before it waits, so that the commands arrive in this order.
  return Promise.all(
    items.map((item) =>
      (item.action === 'PLACE' ? placeOrder(trading, trader, item.request) : cancelOrder(trading, trader, item)).catch(
        failedItem,
      ),
    ),
  )
}

function failedItem(error: unknown): Rejected {
  const code = codeOfFailure(error)
  if (code === undefined) throw error
  return rejected(code)
}
