import type { BankLimits, Coin, TokenNetwork } from '#domain/coin.ts'
import type { Market } from '#domain/market.ts'
import { type Amount, ZERO } from '#domain/units.ts'
import type { Queryable, Transaction } from './database.ts'
import { readRows, rowAs } from './rows.ts'

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

/** A row with the id of its coin. */
type OfCoin<Value> = Value & { readonly coinId: number }
type CoinRow = Omit<Coin, 'quickTrade' | 'networks' | 'bank'> & { readonly quickTrade: readonly Amount[] }
type MarketRow = Omit<Market, 'base' | 'quote'> & { readonly baseCoinId: number; readonly quoteCoinId: number }

const COINS = `select id, symbol, code, persian_name as "persianName", english_name as "englishName", decimals, precision,
  price_source as "priceSource", array[quick_trade_min, quick_trade_max, inventory_min, inventory_max] as "quickTrade"
  from coins order by id`
const NETWORKS = `select coin_id as "coinId", token_type as "tokenType", withdrawal_fee as "withdrawalFee", min_withdraw as "minWithdraw",
  max_withdraw as "maxWithdraw", withdraw_enabled as "withdrawEnabled", deposit_enabled as "depositEnabled", tx_id_needed as "txIdNeeded"
  from coin_networks order by coin_id, token_type`
const BANKS = `select coin_id as "coinId", min_deposit as "minDeposit", max_deposit as "maxDeposit", min_withdraw as "minWithdraw",
  max_withdraw as "maxWithdraw" from bank_limits`
const MARKETS = `select id, symbol, base_coin_id as "baseCoinId", quote_coin_id as "quoteCoinId", tick, min_amount as "minAmount",
  max_amount as "maxAmount", min_total as "minTotal", open_orders_max as "openOrdersMax", active, hours,
  protection_band_ppm::bigint as "protectionBand", force_warning_ppm::bigint as "forceWarning",
  limit_price_min_ppm::bigint as "limitPriceMin", limit_price_max_ppm::bigint as "limitPriceMax", listed_at as "listedAt" from markets order by id`

/** Locks the settings of coins, markets and levels, so that changes run one after the other. */
export const lockSettings = (tx: Transaction): Promise<unknown> =>
  tx.query('lock table coins, markets, account_levels, holidays, maker_strategies in share row exclusive mode')

export async function readCatalogue(database: Queryable): Promise<LiveCatalogue> {
  const networks = await database.query<OfCoin<TokenNetwork>>(NETWORKS)
  const banks = await database.query<OfCoin<BankLimits>>(BANKS)
  const coins = (await readRows(database, rowAs<CoinRow>(), COINS)).map((row) => coinOf(row, { networks, banks }))
  const coinById = new Map(coins.map((coin) => [coin.id, coin]))
  const markets = (await database.query<MarketRow>(MARKETS)).map((row) => marketOf(row, coinById))
  return {
    coins,
    markets,
    coinBySymbol: new Map(coins.map((coin) => [coin.symbol, coin])),
    marketBySymbol: new Map(markets.map((market) => [market.symbol, market])),
    revision: 0,
  }
}

function coinOf(
  { quickTrade, ...coin }: CoinRow,
  { networks, banks }: { networks: readonly OfCoin<TokenNetwork>[]; banks: readonly OfCoin<BankLimits>[] },
): Coin {
  const [min = ZERO, max = ZERO, inventoryMin = ZERO, inventoryMax = ZERO] = quickTrade
  const bank = banks.find(({ coinId }) => coinId === coin.id)
  return {
    ...coin,
    quickTrade: { min, max, inventoryMin, inventoryMax },
    networks: networks.filter(({ coinId }) => coinId === coin.id).map(withoutCoin),
    ...(bank && { bank: withoutCoin(bank) }),
  }
}

const withoutCoin = <Value>({ coinId: _, ...value }: OfCoin<Value>) => value

function marketOf({ baseCoinId, quoteCoinId, ...row }: MarketRow, coinById: ReadonlyMap<number, Coin>): Market {
  const base = coinById.get(baseCoinId)
  const quote = coinById.get(quoteCoinId)
  if (!base || !quote) throw new Error(`market ${row.symbol} names a coin that does not exist`)
  return { ...row, base, quote }
}
