import type { Market } from '#domain/market.ts'
import type { Halt } from '#domain/market-state.ts'
import type { Queryable } from '../store/database.ts'
import { endHalt, insertHalt, lockHalt } from '../store/trading/market-halts.ts'

/**
 * Halts a market, replacing any present halt, in the transaction that records the operator. It takes effect once the exchange has
 * acknowledged it. @returns false if the same halt is already in force
 */
export async function haltMarket(
  tx: Queryable,
  { market, halt, at, operatorId }: { market: Pick<Market, 'id'>; halt: Halt; at: Date; operatorId?: number },
): Promise<boolean> {
  const standing = await lockHalt(tx, market.id)
  const { kind, reason } = halt
  if (standing?.kind === kind && standing.reason.fa === reason.fa && standing.reason.en === reason.en) return false
  await endHalt(tx, { marketId: market.id, at })
  await insertHalt(tx, { marketId: market.id, halt, at, operatorId })
  return true
}
