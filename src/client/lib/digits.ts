import { toAsciiDigits } from '#domain/ascii-digits.ts'

const THOUSANDS_AND_INVISIBLE = /[\u066C,\u060C\s\u00A0\u202F\u200B-\u200F\u202A-\u202E\u2066-\u2069\u061C]/g
const DECIMAL_MARKS = /[\u066B/]/g

/**
 * What a person typed or pasted, as ASCII decimal text: ۹۸٬۵۰۰٫۵ → 98500.5.
 * Thousands marks, spaces and direction marks go; ٫ and / become the point. Anything else stays where it is, so that
 * `parseDecimal` refuses it instead of reading half of it.
 */
export function toAsciiDecimal(text: string): string {
  return toAsciiDigits(text).replace(THOUSANDS_AND_INVISIBLE, '').replace(DECIMAL_MARKS, '.')
}
