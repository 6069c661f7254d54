import { parseDecimal } from '#domain/decimal.ts'
import { type Amount, amount, PRICE_DECIMALS, type Price, price } from '#domain/units.ts'

/** An amount as the wire has it. Throws where the text is finer than the coin: that is a bug, not a zero. */
export function decodeAmount(text: string, { decimals }: { decimals: number }): Amount {
  return amount(decode(text, decimals))
}

/** A unit price as the wire has it. */
export function decodePrice(text: string): Price {
  return price(decode(text, PRICE_DECIMALS))
}

function decode(text: string, decimals: number): bigint {
  const value = parseDecimal(text, decimals)
  if (value === undefined) throw new RangeError(`"${text}" does not fit ${decimals} decimals`)
  return value
}
