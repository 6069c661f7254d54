import { type Amount, type Rial, rial } from './units.ts'

/** The ledger keeps Toman in units of 10^-6 Toman, so one Rial is 10^5 of them. */
export const TOMAN_DECIMALS = 6
const BASE_UNITS_PER_RIAL = 10n ** BigInt(TOMAN_DECIMALS - 1)

/** A Toman amount of the ledger as whole Rial, or `undefined` where it is finer than one Rial. */
export function tomanToRial(toman: Amount): Rial | undefined {
  return toman % BASE_UNITS_PER_RIAL === 0n ? rial(toman / BASE_UNITS_PER_RIAL) : undefined
}
