import type { Market } from '#domain/market.ts'
import type { Halt } from '#domain/market-state.ts'
import type { Queryable } from '../store/database.ts'
import { endHalt, insertHalt } from '../store/trading/market-halts.ts'

/**
 * Orders a market's halt, in the place of whatever halt stands; in the transaction that writes down who does so. It holds as soon as the
 * exchange has acknowledged it.
 */
export async function haltMarket(
  tx: Queryable,
  { market, halt, at }: { market: Pick<Market, 'id'>; halt: Halt; at: Date },
): Promise<void> {
  await endHalt(tx, { marketId: market.id, at })
  await insertHalt(tx, { marketId: market.id, halt, at })
}
