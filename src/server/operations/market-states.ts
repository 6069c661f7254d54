import type { JalaliDate } from '#domain/jalali.ts'
import type { Market } from '#domain/market.ts'
import { type Halt, type MarketHours, type MarketState, marketStateAt } from '#domain/market-state.ts'
import type { Database } from '../store/database.ts'
import { readHalts, readHolidays } from '../store/trading/market-halts.ts'

/** The present states of the markets, from memory. */
export interface MarketStates {
  /** @param atMs milliseconds since 1970 */
  stateAt(market: Market, atMs: number): MarketState
  /** Reads the operators' halts and holidays again, which another process may have changed. */
  reload(): Promise<void>
}

export interface MarketStatesSettings {
  readonly database: Database
  /** `always`: no market ever closes, whatever its own hours. */
  readonly hours: MarketHours
}

export async function openMarketStates({ database, hours }: MarketStatesSettings): Promise<MarketStates> {
  let halts: ReadonlyMap<number, Halt> = new Map()
  let holidays: ReadonlySet<JalaliDate> = new Set()
  const reload = async () => {
    halts = await readHalts(database)
    holidays = await readHolidays(database)
  }
  await reload()
  return {
    stateAt: (market, atMs) =>
      marketStateAt(
        { active: market.active, hours: hours === 'always' ? hours : market.hours, halt: halts.get(market.id) },
        new Date(atMs),
        holidays,
      ),
    reload,
  }
}
