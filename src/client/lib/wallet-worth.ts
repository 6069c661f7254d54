import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { divide, formatDecimal, parseDecimal, powerOfTen } from '#domain/decimal.ts'
import { PRICE_DECIMALS, type Price } from '#domain/units.ts'
import type { WalletEntry } from './wallets.queries.ts'

const MORE_THAN_ANY = 10n ** 40n

interface Worth {
  readonly coin: string
  /** In the ledger's units of Toman. */
  readonly value: bigint
}

/** What each coin is worth in Toman, the most first; coins that are worth nothing or have no price are left out. */
export function worthByCoin(wallets: readonly WalletEntry[]): readonly Worth[] {
  return wallets
    .map(({ coin, wholePriceOfCredit }) => ({ coin, value: worthOf(wholePriceOfCredit) }))
    .filter(({ value }) => value > 0n)
    .toSorted((one, other) => (one.value > other.value ? -1 : 1))
}

/** Toman first, then by worth, then coins without a balance in the order of the exchange. */
export function orderWallets(wallets: readonly WalletEntry[]): readonly WalletEntry[] {
  const rank = ({ coin, wholePriceOfCredit }: WalletEntry) =>
    coin === 'TOMAN' ? MORE_THAN_ANY : worthOf(wholePriceOfCredit)
  return wallets.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) > rank(other) ? -1 : 1))
}

/** What all of it is worth, as decimal text of Toman. */
export function totalWorth(wallets: readonly WalletEntry[]): string {
  const total = wallets.reduce((sum, { wholePriceOfCredit }) => sum + worthOf(wholePriceOfCredit), 0n)
  return formatDecimal(total, TOMAN_DECIMALS)
}

/** Finer than the ledger's Toman is cut: this is an estimate at the price of the moment. */
function worthOf(text: string | null): bigint {
  if (text === null) return 0n
  const [whole = '', fraction = ''] = text.split('.')
  return parseDecimal(`${whole}.${fraction.slice(0, TOMAN_DECIMALS)}0`, TOMAN_DECIMALS) ?? 0n
}

/**
 * A value in Toman (decimal text) converted to Tether at the Toman price of one Tether, to a millionth and rounded down.
 * `undefined` where there is no such price, or the text is no worth.
 */
export function tomanToTether(toman: string, tetherPrice: Price | undefined): string | undefined {
  const value = parseDecimal(toman, TOMAN_DECIMALS)
  if (value === undefined || !tetherPrice) return undefined
  return formatDecimal(divide(value * powerOfTen(PRICE_DECIMALS), tetherPrice, 'down'), TOMAN_DECIMALS)
}
