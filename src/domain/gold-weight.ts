import { divide, powerOfTen } from './decimal.ts'
import { type Amount, amount, type Price, price } from './units.ts'

/**
 * One mesghal of the bazaar weighs 4.6083 grams at 17 carat (705/1000) and holds as much gold as 4.3318 grams of 18 carat. Gold is priced, booked
 * and sent by the gram of 18 carat; a mesghal is another way to type and read the same amount.
 */
const MESGHAL = 43_318n
const GRAM = 10_000n

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

/** The bazaar's quote: the price of one mesghal at this price of a gram. For display only. */
export const priceOfMesghal = (gramPrice: Price): Price => price((gramPrice * MESGHAL) / GRAM)
