import { parseDecimal } from './decimal.ts'
import { type Amount, amount, type Rial, rial } from './units.ts'

/** One chain or token standard that a coin travels on. */
export interface TokenNetwork {
  readonly tokenType: string
  readonly withdrawalFee: Amount
  readonly minWithdraw: Amount
  readonly maxWithdraw: Amount
  readonly withdrawEnabled: boolean
  readonly depositEnabled: boolean
  /** A deposit is identified by the transaction id that the customer enters. */
  readonly txIdNeeded: boolean
}

export interface QuickTradeBounds {
  /** Per trade. */
  readonly min: Amount
  readonly max: Amount
  /** For all trades together: the exchange's inventory of this coin stays between the two. */
  readonly inventoryMin: Amount
  readonly inventoryMax: Amount
}

/** Bounds of deposits and withdrawals through a bank. */
export interface BankLimits {
  readonly minDeposit: Amount
  readonly maxDeposit: Amount
  readonly minWithdraw: Amount
  readonly maxWithdraw: Amount
}

/** The names of a coin, and the precision in which it is counted and shown. */
export interface CoinNaming {
  readonly symbol: string
  /** The ticker people know: BTC. */
  readonly code: string
  readonly persianName: string
  readonly englishName: string
  /** The precision of the ledger: one base unit is 10^-decimals. */
  readonly decimals: number
  /** The precision in which people type and see it; never above `decimals`. */
  readonly precision: number
}

/** The settings of a coin that operators change while the exchange runs. */
export interface CoinSettings {
  readonly quickTrade: QuickTradeBounds
  readonly networks: readonly TokenNetwork[]
  /** Present for a coin that moves through the bank. */
  readonly bank?: BankLimits | undefined
}

export interface Coin extends CoinNaming, CoinSettings {
  /** Small and stable: the key of the coin in the ledger. */
  readonly id: number
  /** Its ID in the feed of dollar prices; absent if its price comes from elsewhere, like those of Toman and gold. */
  readonly priceSource?: string | undefined
}

/** Former names by which people still search for a coin. */
const FORMER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([['ELROND', ['الروند']]])

/** All names by which a coin can be found. */
export const namesOf = ({
  symbol,
  code,
  persianName,
  englishName,
}: Pick<CoinNaming, 'symbol' | 'code' | 'persianName' | 'englishName'>): readonly string[] => [
  symbol,
  code,
  persianName,
  englishName,
  ...(FORMER_NAMES.get(symbol) ?? []),
]

export const TOMAN = 'TOMAN'
export const TETHER = 'TETHER'
export const GOLD = 'GOLD'

/** The precision in which a quick trade pays and shows a coin: nobody pays fractions of a Toman. Any other coin is paid exactly. */
export const billedDecimals = ({ symbol, decimals }: Pick<Coin, 'symbol' | 'decimals'>): number =>
  symbol === TOMAN ? 0 : decimals

/** Reads text as an amount of this coin; `undefined` if it is no number or has more decimals than people may type. */
export function parseAmount(text: string, coin: Pick<Coin, 'decimals' | 'precision'>): Amount | undefined {
  const typed = parseDecimal(text, coin.precision)
  return typed === undefined ? undefined : amount(typed * 10n ** BigInt(coin.decimals - coin.precision))
}

/** The ledger keeps Toman in units of 10^-6 Toman, so one Rial is 10^5 of them. */
export const TOMAN_DECIMALS = 6
const BASE_UNITS_PER_RIAL = 10n ** BigInt(TOMAN_DECIMALS - 1)

/** A Toman amount of the ledger in whole Rial, or `undefined` if it has fractions of a Rial. */
export function tomanToRial(toman: Amount): Rial | undefined {
  return toman % BASE_UNITS_PER_RIAL === 0n ? rial(toman / BASE_UNITS_PER_RIAL) : undefined
}
