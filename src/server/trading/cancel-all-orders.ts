import { type Rejected, rejected } from '#contract/rejected.ts'
import { fromEngine } from './from-engine.ts'
import type { Trader, Trading } from './trading.ts'

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
