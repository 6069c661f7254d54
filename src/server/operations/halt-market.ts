import type { Market } from '#domain/market.ts'
import type { Halt } from '#domain/market-state.ts'
import type { Database } from '../store/database.ts'
import { endHalt, insertHalt } from '../store/trading/market-halts.ts'
import type { MarketStates } from './market-states.ts'

/** Halts a market from now on, replacing an earlier halt. Every further order for it is refused. */
export async function haltMarket(
  { database, states }: { database: Database; states: Pick<MarketStates, 'reload'> },
  { market, halt, at }: { market: Pick<Market, 'id'>; halt: Halt; at: Date },
): Promise<void> {
  await database.transaction(async (tx) => {
    await endHalt(tx, { marketId: market.id, at })
    await insertHalt(tx, { marketId: market.id, halt, at })
  })
  await states.reload()
}

/** Ends a market's halt; it trades again where its hours allow. `false`: there was none. */
export async function resumeMarket(
  { database, states }: { database: Database; states: Pick<MarketStates, 'reload'> },
  { market, at }: { market: Pick<Market, 'id'>; at: Date },
): Promise<boolean> {
  const ended = await endHalt(database, { marketId: market.id, at })
  await states.reload()
  return ended
}
