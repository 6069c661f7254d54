import { type Rejected, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { readOrder } from '../store/trading/orders.ts'
import { fromEngine, type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import { marketOf, type Trader, type Trading } from './trading.ts'

/**
 * Cancels one of the caller's orders, on the book or waiting for its price. Works in every state of the market. Refuses ORDER_NOT_FOUND,
 * IDEMPOTENCY_KEY_REUSED, ORDER_NOT_OPEN (with the order as it ended). The command is queued before this first waits.
 */
export async function cancelOrder(
  { database, exchange, catalogue }: Trading,
  { userId }: Trader,
  { id, key }: { id: string; key: string },
): Promise<OrderOnWire | Rejected> {
  const orderId = readId(id)
  if (orderId === 0) return rejected('ORDER_NOT_FOUND')
  const fingerprint = `cancel ${orderId}`
  const result = await exchange.submit({ type: 'cancelOrder', userId, key, fingerprint, orderId })
  if (result.kind === 'refused' && result.code === 'IDEMPOTENCY_KEY_REUSED') return rejected(result.code)
  if (result.kind === 'refused' && result.code === 'IDEMPOTENCY_KEY_FROM_FUTURE') return rejected(result.code)
  const row = await readOrder(database, { userId, orderId })
  if (!row) return rejected('ORDER_NOT_FOUND')
  const order = orderOnWire(row, marketOf(catalogue, row.marketId))
  // An order that had already expired ends by this command, but was not cancelled.
  const isCancelled = result.kind === 'order' && result.status === 'CANCELLED_BY_USER'
  return isCancelled ? order : rejected('ORDER_NOT_OPEN', { details: order })
}

/** Orders that end in one commit. */
const AT_ONCE_MAX = 1_000

/**
 * Cancels every open order of the caller, of one market or of all. Works in every state of the market. Refuses MARKET_NOT_FOUND,
 * IDEMPOTENCY_KEY_REUSED. @returns the number of cancelled orders, without those that ended otherwise meanwhile
 */
export async function cancelAllOrders(
  { exchange, catalogue }: Trading,
  { userId }: Trader,
  { marketType, key }: { marketType: string | undefined; key: string },
): Promise<{ cancelled: number } | Rejected> {
  const market = marketType === undefined ? undefined : catalogue.marketBySymbol.get(marketType)
  if (marketType !== undefined && !market) return rejected('MARKET_NOT_FOUND', { field: 'market' })
  const result = await exchange.submit({
    type: 'cancelAllOrders',
    userId,
    key,
    fingerprint: `cancel all ${market?.id ?? '-'}`,
    marketId: market?.id,
    most: AT_ONCE_MAX,
  })
  if (result.kind === 'cancelled') return { cancelled: result.count }
  const outcome = fromEngine(result)
  return outcome.kind === 'refused' ? outcome.rejected : rejected('IDEMPOTENCY_KEY_REUSED')
}
