import { divide, powerOfTen } from './decimal.ts'
import { GRAM, MESGHAL } from './gold-weight.ts'
import { type Amount, amount } from './units.ts'

// Not in the file of the price, which the first page loads: amounts by the mesghal are for users alone.

/** The precision of gold in people's hands, as its amounts are counted. */
interface GoldScale {
  readonly decimals: number
  readonly precision: number
}

/** With one decimal more than the gram, every amount in grams has a mesghal text of its own. */
export const mesghalDecimals = ({ precision }: GoldScale): number => precision + 1

/** The grams in a typed number of mesghals, rounded down to the step of gold: nobody trades more than they typed. */
export function gramsOfMesghal(mesghals: bigint, gold: GoldScale): Amount {
  const step = powerOfTen(gold.decimals - gold.precision)
  const scale = powerOfTen(mesghalDecimals(gold)) * GRAM
  const grams = mesghals * MESGHAL * powerOfTen(gold.decimals)
  return amount(divide(grams, scale * step, 'down') * step)
}

/** The mesghals of an amount, rounded up to `mesghalDecimals`: read again by `gramsOfMesghal`, they give exactly this amount. */
export function mesghalOfGrams(grams: Amount, gold: GoldScale): bigint {
  const scale = powerOfTen(mesghalDecimals(gold)) * GRAM
  return divide(grams * scale, MESGHAL * powerOfTen(gold.decimals), 'up')
}
