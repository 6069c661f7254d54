import { isDeepStrictEqual } from 'node:util'
import type { Coin } from '#domain/coin.ts'
import type { Market, MarketSettings } from '#domain/market.ts'
import { type MarketHours, type MarketRules, type MarketState, marketStateAt } from '#domain/market-state.ts'
import type { CommandBus } from '../exchange/exchange.ts'
import { type Catalogue, type LiveCatalogue, readCatalogue } from '../store/catalogue.ts'
import type { Database } from '../store/database.ts'
import { SerialQueue } from '../store/serial-queue.ts'
import { acknowledgeOrders, readHaltOrders, readHolidays } from '../store/trading/market-halts.ts'

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

const textOf = (market: Market) => Object.values(settingsOf(market)).join(' ')

export interface CatalogueChange {
  /** New coins. */
  readonly coins: readonly Coin[]
  /** New markets, and those with changed settings, each in its new form. */
  readonly markets: readonly Market[]
}

/**
 * The settings of running coins and markets that have changed, and the coins and markets that were added. They apply without a restart,
 * here and in every other process. Names, decimals, networks, price source and quick-trade bounds of an existing coin apply from the next
 * start, since no form sets them.
 */
function changeOf(running: Catalogue, set: Catalogue): CatalogueChange {
  const coinAsItRuns = (coin: Coin) => running.coinBySymbol.get(coin.symbol) ?? coin
  return {
    coins: set.coins.filter(({ symbol }) => !running.coinBySymbol.has(symbol)),
    markets: set.markets.flatMap((wanted) => {
      const market = running.marketBySymbol.get(wanted.symbol)
      if (!market) return { ...wanted, base: coinAsItRuns(wanted.base), quote: coinAsItRuns(wanted.quote) }
      return textOf(wanted) === textOf(market) ? [] : { ...market, ...settingsOf(wanted) }
    }),
  }
}

/** Takes over coins and markets that the exchange has applied, so that the server's own become the same. Nothing else changes them. */
function adopt(running: LiveCatalogue, { coins, markets }: CatalogueChange): void {
  for (const coin of coins) {
    running.coins.push(coin)
    running.coinBySymbol.set(coin.symbol, coin)
  }
  for (const market of markets) {
    const known = running.marketBySymbol.get(market.symbol)
    if (known) Object.assign(known, settingsOf(market))
    else addMarket(running, { ...market })
  }
  if (coins.length + markets.length > 0) running.revision += 1
}

function addMarket({ markets, marketBySymbol }: LiveCatalogue, market: Market): void {
  markets.push(market)
  marketBySymbol.set(market.symbol, market)
}
