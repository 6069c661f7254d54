import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS, type Price, price } from '#domain/units.ts'

const NUMBER = /^(-?)(\d{1,25})(?:\.(\d{1,40}))?(?:e([+-]?)(\d{1,2}))?$/i
const PERCENT_DECIMALS = 4

const wholeNumber = (digits: string) => toCount(parseDecimal(digits, 0) ?? 0n)

interface Scaled {
  readonly isNegative: boolean
  /** Plain decimal text without exponent or sign. */
  readonly plain: string
}

/** Reads the spellings of sources: JSON numbers with exponents, grouped text, Persian digits. `shift` moves the point. */
function readNumber(text: string, shift: number): Scaled | undefined {
  const match = NUMBER.exec(toAsciiDigits(text.trim()).replace(/[,٬]/g, '').replace('٫', '.'))
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponentSign, exponent = '0'] = match
  const places = wholeNumber(exponent)
  const point = whole.length + (exponentSign === '-' ? -places : places) + shift
  const digits = `${whole}${fraction}`
  const before = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')
  const after = point <= 0 ? `${'0'.repeat(-point)}${digits}` : digits.slice(point)
  return { isNegative: sign === '-', plain: after === '' ? before : `${before}.${after}` }
}

/** Rounds half up at `decimals`; the error is smaller than any traded amount. */
function toUnits(plain: string, decimals: number): bigint | undefined {
  const [whole = '', fraction = ''] = plain.split('.')
  const kept = parseDecimal(`${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`, decimals)
  if (kept === undefined) return undefined
  return fraction.charCodeAt(decimals) >= '5'.charCodeAt(0) ? kept + 1n : kept
}

/**
 * A positive price, rounded half up to PRICE_DECIMALS; `undefined` for anything else, including zero. `inRial`: the text is in Rial, the
 * price in Toman.
 */
export function parseFeedPrice(text: string, { inRial }: { inRial: boolean }): Price | undefined {
  const scaled = readNumber(text, inRial ? -1 : 0)
  if (scaled === undefined || scaled.isNegative) return undefined
  const units = toUnits(scaled.plain, PRICE_DECIMALS)
  return units === undefined || units === 0n ? undefined : price(units)
}

/** A change in percent as signed decimal text of at most four decimals, truncated towards zero. */
export function parseFeedPercent(text: string): string | undefined {
  const scaled = readNumber(text, 0)
  if (scaled === undefined) return undefined
  const [whole = '0', fraction = ''] = scaled.plain.split('.')
  const cut = fraction.slice(0, PERCENT_DECIMALS).replace(/0+$/, '')
  const size = `${whole.replace(/^0+(?=\d)/, '')}${cut === '' ? '' : `.${cut}`}`
  return scaled.isNegative && size !== '0' ? `-${size}` : size
}

/** Unix seconds, unix milliseconds or ISO 8601; `undefined` for anything else. */
export function parseFeedTime(text: string): Date | undefined {
  const epochMs = /^\d{13}$/.test(text)
    ? wholeNumber(text)
    : /^\d{9,10}$/.test(text)
      ? wholeNumber(text) * 1_000
      : /^\d{4}-\d{2}-\d{2}T/.test(text)
        ? Date.parse(text)
        : Number.NaN
  return Number.isNaN(epochMs) ? undefined : new Date(epochMs)
}
