import type { Market } from '#domain/market.ts'
import type { Database } from '../store/database.ts'
import { endHalt } from '../store/trading/market-halts.ts'
import type { MarketStates } from './market-states.ts'

/** Ends a market's halt; it trades again where its hours allow. `false`: there was none. */
export async function resumeMarket(
  { database, states }: { database: Database; states: Pick<MarketStates, 'reload'> },
  { market, at }: { market: Pick<Market, 'id'>; at: Date },
): Promise<boolean> {
  const ended = await endHalt(database, { marketId: market.id, at })
  await states.reload()
  return ended
}
