import { parseDecimal } from '#domain/decimal.ts'
import { type Amount, amount, PRICE_DECIMALS, type Price, price } from '#domain/units.ts'

/** Decodes an amount of the wire. Throws if the text has more decimals than the coin: that is a bug, not a zero. */
export function decodeAmount(text: string, { decimals }: { decimals: number }): Amount {
  return amount(decode(text, decimals))
}

/** Decodes a unit price of the wire. */
export function decodePrice(text: string): Price {
  return price(decode(text, PRICE_DECIMALS))
}

function decode(text: string, decimals: number): bigint {
  const value = parseDecimal(text, decimals)
  if (value === undefined) throw new RangeError(`"${text}" does not fit ${decimals} decimals`)
  return value
}
