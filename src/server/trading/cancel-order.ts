import { type Rejected, rejected } from '#contract/rejected.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { readOrder } from '../store/trading/read-orders.ts'
import { fromEngine } from './from-engine.ts'
import { marketOf } from './market-of.ts'
import { type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import type { Trader, Trading } from './trading.ts'

/** Cancels one's own open order. Refuses ORDER_NOT_FOUND, ORDER_NOT_OPEN. Always possible, whatever the market's state. */
export async function cancelOrder(
  { database, exchange, catalogue, now }: Trading,
  { userId }: Trader,
  id: string,
): Promise<OrderOnWire | Rejected> {
  const orderId = toCount(parseDecimal(id, 0) ?? 0n)
  const order = await readOrder(database, { userId, orderId })
  if (!order) return rejected('ORDER_NOT_FOUND')
  const outcome = fromEngine(await exchange.submit({ type: 'cancelOrder', userId, orderId, at: now() }))
  if (outcome.kind !== 'order') return outcome.rejected
  const { status, executed, executedValue, wage } = outcome
  return orderOnWire({ ...order, status, executed, executedValue, wage }, marketOf(catalogue, order.marketId))
}
