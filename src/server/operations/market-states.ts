import { isDeepStrictEqual } from 'node:util'
import type { Market } from '#domain/market.ts'
import { type MarketHours, type MarketRules, type MarketState, marketStateAt } from '#domain/market-state.ts'
import type { CommandBus } from '../exchange/exchange.ts'
import { type LiveCatalogue, readCatalogue } from '../store/catalogue.ts'
import type { Database } from '../store/database.ts'
import { SerialQueue } from '../store/serial-queue.ts'
import { acknowledgeOrders, readHaltOrders, readHolidays } from '../store/trading/market-halts.ts'
import { adopt, changeOf } from './running-catalogue.ts'

/** The present states of the markets, from memory. */
export interface MarketStates {
  /** `always`: no market ever closes, whatever its own hours. */
  readonly hours: MarketHours
  /** @param atMs milliseconds since 1970 */
  stateAt(market: Market, atMs: number): MarketState
  /** Reads halts, holidays, coins and markets again, which another process may have changed. Resolves when the exchange applies them. */
  reload(): Promise<void>
}

export interface MarketStatesSettings {
  readonly database: Database
  readonly exchange: Pick<CommandBus, 'submit'>
  /** The catalogue that this server runs with, which follows the exchange. */
  readonly catalogue: LiveCatalogue
  /** `always`: no market ever closes, whatever its own hours. */
  readonly hours: MarketHours
}

export async function openMarketStates(settings: MarketStatesSettings): Promise<MarketStates> {
  const { database, exchange, catalogue, hours } = settings
  let rules: MarketRules = { hours, halts: new Map(), holidays: new Set() }
  let isKept = false
  const read = async () => {
    // Read before the halts, since a new market comes with one.
    const change = changeOf(catalogue, await readCatalogue(database))
    const { markets } = change
    const { halts, unacknowledged } = await readHaltOrders(database)
    const holidays = await readHolidays(database)
    const isSame = isDeepStrictEqual({ halts, holidays }, { halts: rules.halts, holidays: rules.holidays })
    if (!isKept || !isSame || markets.length > 0)
      await exchange.submit({ type: 'setMarketRules', halts, holidays, markets })
    isKept = true
    rules = { hours, halts, holidays }
    adopt(catalogue, change)
    await acknowledgeOrders(database, unacknowledged)
  }
  // Reloads run one after another: a slower one would restore rules that a later one has replaced.
  const queue = new SerialQueue()
  const reload = () => queue.run(read)
  await reload()
  return { hours, stateAt: (market, atMs) => marketStateAt(market, rules, new Date(atMs)), reload }
}
