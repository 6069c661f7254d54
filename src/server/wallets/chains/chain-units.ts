import type { Coin } from '#domain/coin.ts'
import { fromCount } from '#domain/counts.ts'
import { type Amount, amount } from '#domain/units.ts'

/** The largest amount that the ledger writes. */
const AMOUNT_MAX = 10n ** 38n - 1n

/** Base units of a chain as an amount that the ledger can write. */
export const bounded = (units: bigint): Amount => amount(units > AMOUNT_MAX ? AMOUNT_MAX : units)

type Decimals = Pick<Coin, 'decimals'>

/** A chain may count a coin in finer units than the ledger: the rest of a unit is dropped. */
export function inLedgerUnits(units: bigint, chainDecimals: number, coin: Decimals): Amount {
  const finer = fromCount(chainDecimals - coin.decimals)
  return bounded(finer >= 0n ? units / 10n ** finer : units * 10n ** -finer)
}

/** A ledger may count a coin in finer units than its chain: the rest of a unit is dropped. */
export function inChainUnits(units: Amount, chainDecimals: number, coin: Decimals): bigint {
  const finer = fromCount(chainDecimals - coin.decimals)
  return finer >= 0n ? units * 10n ** finer : units / 10n ** -finer
}
