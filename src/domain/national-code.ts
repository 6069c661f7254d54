import { toBareDigits } from './ascii-digits.ts'

declare const kind: unique symbol

/** A ten-digit Iranian national code with a correct check digit. */
export type NationalCode = string & { readonly [kind]: 'national-code' }

const TEN_DIGITS = /^\d{10}$/
const ALL_EQUAL = /^(\d)\1{9}$/

/**
 * Σ dᵢ·(10−i) over the first nine digits, mod 11; a remainder under 2 is the check digit itself, otherwise it is 11 minus the remainder.
 */
function checkDigitOf(digits: string): number {
  let sum = 0
  for (let index = 0; index < 9; index += 1) sum += digitAt(digits, index) * (10 - index)
  const remainder = sum % 11
  return remainder < 2 ? remainder : 11 - remainder
}

const digitAt = (digits: string, index: number) => digits.charCodeAt(index) - 48

function isNationalCode(text: string): text is NationalCode {
  return TEN_DIGITS.test(text) && !ALL_EQUAL.test(text) && checkDigitOf(text) === digitAt(text, 9)
}

/** Reads a national code in any digits; `undefined` if the length or the check digit is wrong. */
export function parseNationalCode(text: string): NationalCode | undefined {
  const digits = toBareDigits(text)
  return isNationalCode(digits) ? digits : undefined
}
