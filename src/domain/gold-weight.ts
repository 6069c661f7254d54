import { divide, powerOfTen } from './decimal.ts'
import { type Amount, amount, PRICE_DECIMALS, type Price } from './units.ts'

/**
 * One mesghal of the bazaar weighs 4.6083 grams at 17 carat (705/1000) and holds as much gold as 4.3318 grams of 18 carat. Gold is priced, booked
 * and sent by the gram of 18 carat; a mesghal is another way to type and read the same amount.
 */
const MESGHAL_GRAMS = { value: 43_318n, decimals: 4 } as const

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
  const scale = powerOfTen(mesghalDecimals(gold) + MESGHAL_GRAMS.decimals)
  const grams = mesghals * MESGHAL_GRAMS.value * powerOfTen(gold.decimals)
  return amount(divide(grams, scale * step, 'down') * step)
}

/** The mesghals of an amount, rounded up to `mesghalDecimals`: read again by `gramsOfMesghal`, they give exactly this amount. */
export function mesghalOfGrams(grams: Amount, gold: GoldScale): bigint {
  const scale = powerOfTen(mesghalDecimals(gold) + MESGHAL_GRAMS.decimals)
  return divide(grams * scale, MESGHAL_GRAMS.value * powerOfTen(gold.decimals), 'up')
}

/** The bazaar's quote: the price of one mesghal at this price of a gram, in units of 10^-PRICE_DECIMALS. For display only. */
export function priceOfMesghal(gramPrice: Price): { readonly value: bigint; readonly decimals: number } {
  const value = divide(gramPrice * MESGHAL_GRAMS.value, powerOfTen(MESGHAL_GRAMS.decimals), 'down')
  return { value, decimals: PRICE_DECIMALS }
}
