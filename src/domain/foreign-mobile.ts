import { toBareDigits } from './ascii-digits.ts'
import type { Country } from './countries.ts'

/** "+" or "00", followed by what E.164 allows. */
const SPELLING = /^(?:\+|00)([1-9]\d{6,14})$/
const NATIONAL_DIGITS_MIN = 4

/** A number with its country code, as "+" and digits; anything else is `undefined`. */
export function parseInternationalMobile(text: string): string | undefined {
  const digits = SPELLING.exec(toBareDigits(text).replace(/[()]/g, ''))?.[1]
  return digits === undefined ? undefined : `+${digits}`
}

/** Whether a number that `parseInternationalMobile` gave is one of this country. */
export const isMobileOf = ({ phoneCode }: Pick<Country, 'phoneCode'>, mobile: string): boolean =>
  mobile.startsWith(phoneCode) && mobile.length >= phoneCode.length + NATIONAL_DIGITS_MIN
