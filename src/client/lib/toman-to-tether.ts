import { divide, formatDecimal, parseDecimal, powerOfTen } from '#domain/decimal.ts'
import { TOMAN_DECIMALS } from '#domain/rial.ts'
import { PRICE_DECIMALS, type Price } from '#domain/units.ts'

/**
 * What a worth in Toman (decimal text) is in Tether, to a millionth and rounded down, at the Toman price of one Tether.
 * `undefined` where there is no such price, or the text is no worth.
 */
export function tomanToTether(toman: string, tetherPrice: Price | undefined): string | undefined {
  const value = parseDecimal(toman, TOMAN_DECIMALS)
  if (value === undefined || !tetherPrice) return undefined
  return formatDecimal(divide(value * powerOfTen(PRICE_DECIMALS), tetherPrice, 'down'), TOMAN_DECIMALS)
}
