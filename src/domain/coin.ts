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
  /** Of one trade. */
  readonly min: Amount
  readonly max: Amount
  /** Of all trades together: the exchange's inventory of this coin stays between the two. */
  readonly inventoryMin: Amount
  readonly inventoryMax: Amount
}

/** What a coin is called, and how finely it is counted and shown. */
export interface CoinNaming {
  readonly symbol: string
  /** The ticker people know: BTC. */
  readonly code: string
  readonly persianName: string
  readonly englishName: string
  /** How fine the ledger counts it: one base unit is 10^-decimals. */
  readonly decimals: number
  /** How fine people type and see it; never above `decimals`. */
  readonly precision: number
}

export interface Coin extends CoinNaming {
  /** Small and stable: the ledger's key. */
  readonly id: number
  /** What the feed of dollar prices calls it; absent where its price comes from elsewhere, as those of Toman and gold do. */
  readonly priceSource?: string | undefined
  readonly quickTrade: QuickTradeBounds
  readonly networks: readonly TokenNetwork[]
}

/** Names that a coin had before and that people still search it by. */
const FORMER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([['ELROND', ['الروند']]])

/** Everything that a coin is searched by. */
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

/** How fine a coin is paid in a quick trade, which is how fine it is shown there: nobody pays parts of a Toman. Any other coin is paid exactly. */
export const billedDecimals = ({ symbol, decimals }: Pick<Coin, 'symbol' | 'decimals'>): number =>
  symbol === TOMAN ? 0 : decimals

/** Text as an amount of this coin; `undefined` where it is no number or finer than people may type it. */
export function parseAmount(text: string, coin: Pick<Coin, 'decimals' | 'precision'>): Amount | undefined {
  const typed = parseDecimal(text, coin.precision)
  return typed === undefined ? undefined : amount(typed * 10n ** BigInt(coin.decimals - coin.precision))
}

/** The ledger keeps Toman in units of 10^-6 Toman, so one Rial is 10^5 of them. */
export const TOMAN_DECIMALS = 6
const BASE_UNITS_PER_RIAL = 10n ** BigInt(TOMAN_DECIMALS - 1)

/** A Toman amount of the ledger as whole Rial, or `undefined` where it is finer than one Rial. */
export function tomanToRial(toman: Amount): Rial | undefined {
  return toman % BASE_UNITS_PER_RIAL === 0n ? rial(toman / BASE_UNITS_PER_RIAL) : undefined
}
