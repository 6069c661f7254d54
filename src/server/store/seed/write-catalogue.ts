import type { BankLimits, Coin } from '#domain/coin.ts'
import type { MarketHours } from '#domain/market-state.ts'
import type { Amount, Ppm, Price } from '#domain/units.ts'
import { type BulkInsert, bulkInsertSql, bulkValues } from '../bulk-insert.ts'
import type { Database, Queryable } from '../database.ts'

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
    { name: 'id', type: 'smallint', of: (row) => row.id },
    { name: 'symbol', type: 'text', of: (row) => row.symbol },
    { name: 'code', type: 'text', of: (row) => row.code },
    { name: 'persian_name', type: 'text', of: (row) => row.persianName },
    { name: 'english_name', type: 'text', of: (row) => row.englishName },
    { name: 'decimals', type: 'smallint', of: (row) => row.decimals },
    { name: 'precision', type: 'smallint', of: (row) => row.precision },
    { name: 'price_source', type: 'text', of: (row) => row.priceSource ?? null },
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
    { name: 'coin_id', type: 'smallint', of: (row) => row.coinId },
    { name: 'token_type', type: 'text', of: (row) => row.tokenType },
    { name: 'withdrawal_fee', type: 'numeric', of: (row) => row.withdrawalFee },
    { name: 'min_withdraw', type: 'numeric', of: (row) => row.minWithdraw },
    { name: 'max_withdraw', type: 'numeric', of: (row) => row.maxWithdraw },
    { name: 'withdraw_enabled', type: 'boolean', of: () => true },
    { name: 'deposit_enabled', type: 'boolean', of: () => true },
    { name: 'tx_id_needed', type: 'boolean', of: (row) => row.txIdNeeded },
  ],
  onConflict: 'do nothing',
}

const MARKETS: BulkInsert<MarketSeed> = {
  table: 'markets',
  columns: [
    { name: 'id', type: 'smallint', of: (row) => row.id },
    { name: 'symbol', type: 'text', of: (row) => row.symbol },
    { name: 'base_coin_id', type: 'smallint', of: (row) => row.baseCoinId },
    { name: 'quote_coin_id', type: 'smallint', of: (row) => row.quoteCoinId },
    { name: 'tick', type: 'numeric', of: (row) => row.tick },
    { name: 'min_amount', type: 'numeric', of: (row) => row.minAmount },
    { name: 'max_amount', type: 'numeric', of: (row) => row.maxAmount },
    { name: 'min_total', type: 'numeric', of: (row) => row.minTotal },
    { name: 'open_orders_max', type: 'integer', of: (row) => row.openOrdersMax },
    { name: 'active', type: 'boolean', of: () => true },
    { name: 'protection_band_ppm', type: 'integer', of: (row) => row.protectionBand },
    { name: 'force_warning_ppm', type: 'integer', of: (row) => row.forceWarning },
    { name: 'limit_price_min_ppm', type: 'integer', of: (row) => row.limitPriceMin },
    { name: 'limit_price_max_ppm', type: 'integer', of: (row) => row.limitPriceMax },
    { name: 'hours', type: 'market_hours', of: (row) => row.hours },
  ],
  onConflict: 'do nothing',
}

const BANK_LIMITS: BulkInsert<BankSeed> = {
  table: 'bank_limits',
  columns: [
    { name: 'coin_id', type: 'smallint', of: (row) => row.coinId },
    { name: 'min_deposit', type: 'numeric', of: (row) => row.minDeposit },
    { name: 'max_deposit', type: 'numeric', of: (row) => row.maxDeposit },
    { name: 'min_withdraw', type: 'numeric', of: (row) => row.minWithdraw },
    { name: 'max_withdraw', type: 'numeric', of: (row) => row.maxWithdraw },
  ],
  onConflict: 'do nothing',
}

/** Writes the missing rows, all or nothing. Existing rows keep the operators' settings. */
export function writeCatalogue(database: Database, seed: CatalogueSeed): Promise<void> {
  return database.transaction(async (tx) => {
    await insert(tx, COINS, seed.coins)
    await insert(tx, NETWORKS, seed.networks)
    await insert(tx, MARKETS, seed.markets)
    await insert(tx, BANK_LIMITS, seed.bankLimits)
  })
}

async function insert<Row>(database: Queryable, into: BulkInsert<Row>, rows: readonly Row[]): Promise<void> {
  await database.query(bulkInsertSql(into, { firstParameter: 1, guard: 'true' }), bulkValues(into, rows))
}
