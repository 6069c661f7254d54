import type { Market } from '#domain/market.ts'
import type { Halt } from '#domain/market-state.ts'
import type { Database } from '../store/database.ts'
import { endHalt, insertHalt } from '../store/trading/market-halts.ts'

/** Orders a market's halt, in the place of whatever halt stands. It holds as soon as the exchange has acknowledged it. */
export function haltMarket(
  database: Database,
  { market, halt, at }: { market: Pick<Market, 'id'>; halt: Halt; at: Date },
): Promise<void> {
  return database.transaction(async (tx) => {
    await endHalt(tx, { marketId: market.id, at })
    await insertHalt(tx, { marketId: market.id, halt, at })
  })
}
