import { isDeepStrictEqual } from 'node:util'
import type { Coin, CoinSettings } from '#domain/coin.ts'
import type { Market, MarketSettings } from '#domain/market.ts'
import type { Halt } from '#domain/market-state.ts'
import { type MarketHours, type MarketRules, type MarketState, marketStateAt } from '#domain/market-state.ts'
import type { CommandBus } from '../exchange/exchange.ts'
import { type Catalogue, type LiveCatalogue, readCatalogue } from '../store/catalogue.ts'
import type { Database, Queryable } from '../store/database.ts'
import { SerialQueue } from '../store/serial-queue.ts'
import {
  acknowledgeOrders,
  endHalt,
  insertHalt,
  lockHalt,
  readHaltOrders,
  readHolidays,
  readRulesRevision,
} from '../store/trading/market-halts.ts'

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
  let rules: MarketRules = { hours, halts: new Map(), holidays: new Set(), revision: 0 }
  let readRevision = 0
  const read = async () => {
    // Read first, so that everything after it is at least as new.
    const revision = await readRulesRevision(database)
    if (revision === readRevision) return
    // Read before the halts, since a new market comes with one.
    const change = changeOf(catalogue, await readCatalogue(database))
    const { halts, unacknowledged } = await readHaltOrders(database)
    const holidays = await readHolidays(database)
    const { markets, changedCoins } = change
    const set = { halts, holidays, markets, coins: changedCoins, revision }
    const result = await exchange.submit({ type: 'setMarketRules', ...set })
    // Another process has set newer rules, which are read next time.
    if (result.kind !== 'rules' || !result.applied) return
    rules = { hours, halts, holidays, revision }
    adopt(catalogue, change)
    await acknowledgeOrders(database, unacknowledged)
    readRevision = revision
  }
  // Reloads run one after another: a slower one would restore rules that a later one has replaced.
  const queue = new SerialQueue()
  const reload = () => queue.run(read)
  await reload()
  return { hours, stateAt: (market, atMs) => marketStateAt(market, rules, new Date(atMs)), reload }
}

const settingsOf = (market: Market): MarketSettings => ({
  tick: market.tick,
  minAmount: market.minAmount,
  maxAmount: market.maxAmount,
  minTotal: market.minTotal,
  openOrdersMax: market.openOrdersMax,
  active: market.active,
  hours: market.hours,
  protectionBand: market.protectionBand,
  forceWarning: market.forceWarning,
  limitPriceMin: market.limitPriceMin,
  limitPriceMax: market.limitPriceMax,
})

const coinSettingsOf = ({ quickTrade, networks, bank }: Coin): CoinSettings => ({ quickTrade, networks, bank })

export interface CatalogueChange {
  readonly newCoins: readonly Coin[]
  /** Coins with changed settings, each in its new form. */
  readonly changedCoins: readonly Coin[]
  /** New markets, and those with changed settings, each in its new form. */
  readonly markets: readonly Market[]
}

/**
 * The settings of running coins and markets that have changed, and the coins and markets that were added. They apply without a restart,
 * here and in every other process. Names, decimals and the price source of an existing coin apply from the next start, since no form sets
 * them.
 */
function changeOf(running: Catalogue, set: Catalogue): CatalogueChange {
  const coinAsItRuns = (coin: Coin) => running.coinBySymbol.get(coin.symbol) ?? coin
  return {
    newCoins: set.coins.filter(({ symbol }) => !running.coinBySymbol.has(symbol)),
    changedCoins: set.coins.flatMap((wanted) => {
      const coin = coinAsItRuns(wanted)
      const settings = coinSettingsOf(wanted)
      return isDeepStrictEqual(settings, coinSettingsOf(coin)) ? [] : { ...coin, ...settings }
    }),
    markets: set.markets.flatMap((wanted) => {
      const market = running.marketBySymbol.get(wanted.symbol)
      if (!market) return { ...wanted, base: coinAsItRuns(wanted.base), quote: coinAsItRuns(wanted.quote) }
      const settings = settingsOf(wanted)
      return isDeepStrictEqual(settings, settingsOf(market)) ? [] : { ...market, ...settings }
    }),
  }
}

/** Takes over coins and markets that the exchange has applied, so that the server's own become the same. Nothing else changes them. */
function adopt(running: LiveCatalogue, { newCoins, changedCoins, markets }: CatalogueChange): void {
  for (const coin of newCoins) {
    running.coins.push(coin)
    running.coinBySymbol.set(coin.symbol, coin)
  }
  for (const coin of changedCoins) {
    const known = running.coinBySymbol.get(coin.symbol)
    if (known) Object.assign(known, coinSettingsOf(coin))
  }
  for (const market of markets) {
    const known = running.marketBySymbol.get(market.symbol)
    if (known) Object.assign(known, settingsOf(market))
    else addMarket(running, { ...market })
  }
  if (newCoins.length + changedCoins.length + markets.length > 0) running.revision += 1
}

function addMarket({ markets, marketBySymbol }: LiveCatalogue, market: Market): void {
  markets.push(market)
  marketBySymbol.set(market.symbol, market)
}

/**
 * Halts a market, replacing any present halt, in the transaction that records the operator. It takes effect once the exchange has
 * acknowledged it. @returns false if the same halt is already in force
 */
export async function haltMarket(
  tx: Queryable,
  { market, halt, at, operatorId }: { market: Pick<Market, 'id'>; halt: Halt; at: Date; operatorId?: number },
): Promise<boolean> {
  const present = await lockHalt(tx, market.id)
  const { kind, reason } = halt
  if (present?.kind === kind && present.reason.fa === reason.fa && present.reason.en === reason.en) return false
  await endHalt(tx, { marketId: market.id, at })
  await insertHalt(tx, { marketId: market.id, halt, at, operatorId })
  return true
}
