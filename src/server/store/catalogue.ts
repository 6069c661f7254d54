import type { BankLimits, Coin, TokenNetwork } from '#domain/coin.ts'
import { fromCount } from '#domain/counts.ts'
import type { Market } from '#domain/market.ts'
import type { MarketHours } from '#domain/market-state.ts'
import { amount, ppm, price } from '#domain/units.ts'
import type { Queryable, Transaction } from './database.ts'

/**
 * The coins and markets with the operators' settings. A running server has one catalogue, and each of its markets is the same object as
 * long as it runs: a changed setting is visible wherever the object is held.
 */
export interface Catalogue {
  readonly coins: readonly Coin[]
  readonly markets: readonly Market[]
  readonly coinBySymbol: ReadonlyMap<string, Coin>
  readonly marketBySymbol: ReadonlyMap<string, Market>
  /** Grows with every change. */
  readonly revision: number
}

/** A catalogue as the code that keeps it up to date sees it. */
export interface LiveCatalogue extends Catalogue {
  readonly coins: Coin[]
  readonly markets: Market[]
  readonly coinBySymbol: Map<string, Coin>
  readonly marketBySymbol: Map<string, Market>
  revision: number
}

interface CoinColumns {
  id: number
  symbol: string
  code: string
  persian_name: string
  english_name: string
  decimals: number
  precision: number
  price_source: string | null
  quick_trade_min: bigint
  quick_trade_max: bigint
  inventory_min: bigint
  inventory_max: bigint
}

interface NetworkColumns {
  coin_id: number
  token_type: string
  withdrawal_fee: bigint
  min_withdraw: bigint
  max_withdraw: bigint
  withdraw_enabled: boolean
  deposit_enabled: boolean
  tx_id_needed: boolean
}

interface BankColumns {
  coin_id: number
  min_deposit: bigint
  max_deposit: bigint
  min_withdraw: bigint
  max_withdraw: bigint
}

interface MarketColumns {
  id: number
  symbol: string
  base_coin_id: number
  quote_coin_id: number
  tick: bigint
  min_amount: bigint
  max_amount: bigint
  min_total: bigint
  open_orders_max: number
  active: boolean
  hours: MarketHours
  protection_band_ppm: number
  force_warning_ppm: number
  limit_price_min_ppm: number
  limit_price_max_ppm: number
}

/** Locks the settings of coins, markets and levels, so that changes run one after the other. */
export const lockSettings = (tx: Transaction): Promise<unknown> =>
  tx.query('lock table coins, markets, account_levels, holidays, maker_strategies in share row exclusive mode')

export async function readCatalogue(database: Queryable): Promise<LiveCatalogue> {
  const networks = await database.query<NetworkColumns>('select * from coin_networks order by coin_id, token_type')
  const banks = await database.query<BankColumns>('select * from bank_limits')
  const coinRows = await database.query<CoinColumns>('select * from coins order by id')
  const coins = coinRows.map((row) => coinOf(row, { networks, banks }))
  const coinById = new Map(coins.map((coin) => [coin.id, coin]))
  const marketRows = await database.query<MarketColumns>('select * from markets order by id')
  const markets = marketRows.map((row) => marketOf(row, coinById))
  return {
    coins,
    markets,
    coinBySymbol: new Map(coins.map((coin) => [coin.symbol, coin])),
    marketBySymbol: new Map(markets.map((market) => [market.symbol, market])),
    revision: 0,
  }
}

function coinOf(
  row: CoinColumns,
  { networks, banks }: { networks: readonly NetworkColumns[]; banks: readonly BankColumns[] },
): Coin {
  const bank = banks.find((each) => each.coin_id === row.id)
  return {
    id: row.id,
    symbol: row.symbol,
    code: row.code,
    persianName: row.persian_name,
    englishName: row.english_name,
    decimals: row.decimals,
    precision: row.precision,
    priceSource: row.price_source ?? undefined,
    quickTrade: {
      min: amount(row.quick_trade_min),
      max: amount(row.quick_trade_max),
      inventoryMin: amount(row.inventory_min),
      inventoryMax: amount(row.inventory_max),
    },
    networks: networks.filter((network) => network.coin_id === row.id).map(networkOf),
    ...(bank && { bank: bankOf(bank) }),
  }
}

function networkOf(row: NetworkColumns): TokenNetwork {
  return {
    tokenType: row.token_type,
    withdrawalFee: amount(row.withdrawal_fee),
    minWithdraw: amount(row.min_withdraw),
    maxWithdraw: amount(row.max_withdraw),
    withdrawEnabled: row.withdraw_enabled,
    depositEnabled: row.deposit_enabled,
    txIdNeeded: row.tx_id_needed,
  }
}

const bankOf = (row: BankColumns): BankLimits => ({
  minDeposit: amount(row.min_deposit),
  maxDeposit: amount(row.max_deposit),
  minWithdraw: amount(row.min_withdraw),
  maxWithdraw: amount(row.max_withdraw),
})

function marketOf(row: MarketColumns, coinById: ReadonlyMap<number, Coin>): Market {
  const base = coinById.get(row.base_coin_id)
  const quote = coinById.get(row.quote_coin_id)
  if (!base || !quote) throw new Error(`market ${row.symbol} names a coin that does not exist`)
  return {
    id: row.id,
    symbol: row.symbol,
    base,
    quote,
    tick: price(row.tick),
    minAmount: amount(row.min_amount),
    maxAmount: amount(row.max_amount),
    minTotal: amount(row.min_total),
    openOrdersMax: row.open_orders_max,
    active: row.active,
    hours: row.hours,
    protectionBand: ppm(fromCount(row.protection_band_ppm)),
    forceWarning: ppm(fromCount(row.force_warning_ppm)),
    limitPriceMin: ppm(fromCount(row.limit_price_min_ppm)),
    limitPriceMax: ppm(fromCount(row.limit_price_max_ppm)),
  }
}
