import type { BankLimits, Coin } from '#domain/coin.ts'
import type { MarketHours } from '#domain/market-state.ts'
import type { Amount, Ppm, Price } from '#domain/units.ts'
import type { Database } from '../database.ts'
import { type BulkInsert, columnsOf, insertRows } from '../rows.ts'

export type CoinSeed = Omit<Coin, 'networks' | 'bank'>
export type BankSeed = BankLimits & { readonly coinId: number }

export interface NetworkSeed {
  readonly coinId: number
  readonly tokenType: string
  readonly withdrawalFee: Amount
  readonly minWithdraw: Amount
  readonly maxWithdraw: Amount
  readonly txIdNeeded: boolean
}

export interface MarketSeed {
  readonly id: number
  readonly symbol: string
  readonly baseCoinId: number
  readonly quoteCoinId: number
  readonly tick: Price
  readonly minAmount: Amount
  readonly maxAmount: Amount
  readonly minTotal: Amount
  readonly openOrdersMax: number
  readonly protectionBand: Ppm
  readonly forceWarning: Ppm
  readonly limitPriceMin: Ppm
  readonly limitPriceMax: Ppm
  readonly hours: MarketHours
}

export interface CatalogueSeed {
  readonly coins: readonly CoinSeed[]
  readonly networks: readonly NetworkSeed[]
  readonly markets: readonly MarketSeed[]
  readonly bankLimits: readonly BankSeed[]
}

const COINS: BulkInsert<CoinSeed> = {
  table: 'coins',
  columns: [
    ...columnsOf({
      ...{ id: 'smallint', symbol: 'text', code: 'text', persianName: 'text', englishName: 'text' },
      ...{ decimals: 'smallint', precision: 'smallint', priceSource: 'text' },
    }),
    { name: 'quick_trade_min', type: 'numeric', of: (row) => row.quickTrade.min },
    { name: 'quick_trade_max', type: 'numeric', of: (row) => row.quickTrade.max },
    { name: 'inventory_min', type: 'numeric', of: (row) => row.quickTrade.inventoryMin },
    { name: 'inventory_max', type: 'numeric', of: (row) => row.quickTrade.inventoryMax },
  ],
  onConflict: 'do nothing',
}

const NETWORKS: BulkInsert<NetworkSeed> = {
  table: 'coin_networks',
  columns: [
    ...columnsOf({
      ...{ coinId: 'smallint', tokenType: 'text', withdrawalFee: 'numeric', minWithdraw: 'numeric' },
      ...{ maxWithdraw: 'numeric', txIdNeeded: 'boolean' },
    }),
    { name: 'withdraw_enabled', type: 'boolean', of: () => true },
    { name: 'deposit_enabled', type: 'boolean', of: () => true },
  ],
  onConflict: 'do nothing',
}

const MARKETS: BulkInsert<MarketSeed> = {
  table: 'markets',
  columns: [
    ...columnsOf({
      ...{ id: 'smallint', symbol: 'text', baseCoinId: 'smallint', quoteCoinId: 'smallint', tick: 'numeric' },
      ...{ minAmount: 'numeric', maxAmount: 'numeric', minTotal: 'numeric', openOrdersMax: 'integer' },
      ...{ hours: 'market_hours' },
    }),
    { name: 'active', type: 'boolean', of: () => true },
    { name: 'protection_band_ppm', type: 'integer', of: (row) => row.protectionBand },
    { name: 'force_warning_ppm', type: 'integer', of: (row) => row.forceWarning },
    { name: 'limit_price_min_ppm', type: 'integer', of: (row) => row.limitPriceMin },
    { name: 'limit_price_max_ppm', type: 'integer', of: (row) => row.limitPriceMax },
  ],
  onConflict: 'do nothing',
}

const BANK_LIMITS: BulkInsert<BankSeed> = {
  table: 'bank_limits',
  columns: columnsOf({
    ...{ coinId: 'smallint', minDeposit: 'numeric', maxDeposit: 'numeric', minWithdraw: 'numeric' },
    ...{ maxWithdraw: 'numeric' },
  }),
  onConflict: 'do nothing',
}

/** Writes the missing rows, all or nothing. Existing rows keep the operators' settings. */
export function writeCatalogue(database: Database, seed: CatalogueSeed): Promise<void> {
  return database.transaction(async (tx) => {
    await insertRows(tx, COINS, seed.coins)
    await insertRows(tx, NETWORKS, seed.networks)
    await insertRows(tx, MARKETS, seed.markets)
    await insertRows(tx, BANK_LIMITS, seed.bankLimits)
  })
}
