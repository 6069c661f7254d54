import { type Rejected, rejected } from '#contract/rejected.ts'
import { readStandingOrderIds } from '../store/trading/read-orders.ts'
import type { Trader, Trading } from './trading.ts'

/** Commands that are queued at once, so that one user does not fill the queue. */
const AT_ONCE_MAX = 1_000

/**
 * Cancels every order of the caller that was acknowledged before he asked, of one market or of all. Refuses MARKET_NOT_FOUND.
 * @returns how many were cancelled: one that ended meanwhile is none of them
 */
export async function cancelAllOrders(
  { database, exchange, catalogue, now }: Trading,
  { userId }: Trader,
  marketType: string | undefined,
): Promise<{ cancelled: number } | Rejected> {
  const market = marketType === undefined ? undefined : catalogue.marketBySymbol.get(marketType)
  if (marketType !== undefined && !market) return rejected('MARKET_NOT_FOUND', { field: 'market' })
  const orderIds = await readStandingOrderIds(database, { userId, marketId: market?.id })
  let cancelled = 0
  for (let from = 0; from < orderIds.length; from += AT_ONCE_MAX) {
    const at = now()
    const results = await Promise.all(
      orderIds
        .slice(from, from + AT_ONCE_MAX)
        .map((orderId) => exchange.submit({ type: 'cancelOrder', userId, orderId, at })),
    )
    cancelled += results.filter(({ kind }) => kind === 'order').length
  }
  return { cancelled }
}
