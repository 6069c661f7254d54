import type { CoinSettings, TokenNetwork } from '#domain/coin.ts'
import { type Amount, type Ppm, ppm } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'
import { findNumber, insertRow, updateRows } from '../rows.ts'

export interface NewCoin {
  readonly symbol: string
  readonly code: string
  readonly persianName: string
  readonly englishName: string
  /** Its ID in the feed of dollar prices. */
  readonly priceSource: string
  readonly decimals: number
  readonly precision: number
  readonly quickTradeMin: Amount
  readonly quickTradeMax: Amount
  readonly networks: readonly TokenNetwork[]
}

/** Whether a coin with this symbol or code exists. */
export async function isCoinKnown(tx: Queryable, { symbol, code }: { symbol: string; code: string }): Promise<boolean> {
  return (await tx.query('select 1 from coins where symbol = $1 or code = $2', [symbol, code])).length > 0
}

/** Ids of coins stay below a hundred, since those of their Tether markets begin there. */
export const COIN_ID_MAX = 99

/** The exchange owns none of a new coin, so the bounds of quick trade allow neither selling nor buying it. */
export async function insertCoin(tx: Transaction, { networks, ...coin }: NewCoin): Promise<number> {
  const id = (await findNumber(tx, 'select max(id) + 1 as id from coins')) ?? 1
  if (id > COIN_ID_MAX) throw new Error('there is no id left for a coin')
  await insertRow(tx, 'coins', { id, ...coin, inventoryMin: 0, inventoryMax: 0 })
  for (const network of networks) await saveNetwork(tx, id, network)
  return id
}

/** Saves all settings but the switches of networks that exist, which `switchNetwork` alone changes. */
export async function saveCoin(
  tx: Transaction,
  { id, quickTrade, networks, bank, hotShareMax }: CoinSettings & { readonly id: number; readonly hotShareMax: Ppm },
): Promise<void> {
  await tx.query(
    `update coins set quick_trade_min = $2, quick_trade_max = $3, inventory_min = $4, inventory_max = $5, hot_share_max_ppm = $6,
      revision = revision + 1
      where id = $1`,
    [id, quickTrade.min, quickTrade.max, quickTrade.inventoryMin, quickTrade.inventoryMax, hotShareMax],
  )
  for (const network of networks) await saveNetwork(tx, id, network)
  if (bank) await updateRows(tx, 'bank_limits', { coinId: id }, { ...bank })
}

async function saveNetwork(tx: Transaction, coinId: number, network: TokenNetwork): Promise<void> {
  await tx.query(
    `insert into coin_networks (coin_id, token_type, withdrawal_fee, min_withdraw, max_withdraw, withdraw_enabled, deposit_enabled,
      tx_id_needed) values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (coin_id, token_type) do update set withdrawal_fee = excluded.withdrawal_fee, min_withdraw = excluded.min_withdraw,
        max_withdraw = excluded.max_withdraw, tx_id_needed = excluded.tx_id_needed`,
    [
      coinId,
      network.tokenType,
      network.withdrawalFee,
      network.minWithdraw,
      network.maxWithdraw,
      network.withdrawEnabled,
      network.depositEnabled,
      network.txIdNeeded,
    ],
  )
}

/** One direction of one network of a coin. */
export interface NetworkSwitch {
  readonly coinId: number
  readonly tokenType: string
  readonly direction: 'deposit' | 'withdrawal'
}

export async function switchNetwork(
  tx: Transaction,
  { coinId, tokenType, direction, enabled }: NetworkSwitch & { readonly enabled: boolean },
): Promise<void> {
  const column = direction === 'deposit' ? 'deposit_enabled' : 'withdraw_enabled'
  await tx.query(`update coin_networks set ${column} = $3 where coin_id = $1 and token_type = $2`, [
    coinId,
    tokenType,
    enabled,
  ])
  await tx.query('update coins set revision = revision + 1 where id = $1', [coinId])
}

/** The revisions of all coins, by symbol: a form is saved over the one that it was opened with. */
export async function readRevisions(database: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ symbol: string; revision: number }>('select symbol, revision from coins')
  return new Map(rows.map(({ symbol, revision }) => [symbol, revision]))
}

/** By the symbol of each coin, the most that hot wallets may hold as a share of what customers are owed. */
export async function readHotShares(database: Queryable): Promise<ReadonlyMap<string, Ppm>> {
  const rows = await database.query<{ symbol: string; share: bigint }>(
    'select symbol, hot_share_max_ppm::bigint as share from coins',
  )
  return new Map(rows.map(({ symbol, share }) => [symbol, ppm(share)]))
}
