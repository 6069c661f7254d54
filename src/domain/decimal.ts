/** Decimal text ⇄ scaled integer. Only this file, `DecimalText` and `readDecimalText` convert between them. */

const DECIMAL = /^(\d{1,30})(?:\.(\d{1,30}))?$/

/**
 * Reads plain ASCII decimal text ("98500.5") into units of 10^-decimals. Invalid text is never zero: empty, signed, exponential or too long
 * text, and text with more decimals than `decimals` (trailing zeros aside), gives `undefined`.
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return undefined
  return BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`)
}

/** The scale in which decimal texts of any coin or price are compared: more decimals than any of them has. */
export const FINEST_DECIMALS = 24

/** The inverse of `parseDecimal`: exact, without trailing zeros. Negative values get a leading "-". */
export function formatDecimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

/** Integer division of non-negative numbers; its direction decides whom the rounding favours. */
export function divide(dividend: bigint, divisor: bigint, direction: 'up' | 'down'): bigint {
  return (direction === 'up' ? dividend + divisor - 1n : dividend) / divisor
}

/** 10^exponent as bigint, cached because the engine needs it for every fill. */
export function powerOfTen(exponent: number): bigint {
  const known = POWERS[exponent]
  if (known === undefined) throw new RangeError(`no power of ten for exponent ${exponent}`)
  return known
}

const POWERS = Array.from({ length: 61 }, (_, exponent) => 10n ** BigInt(exponent))
