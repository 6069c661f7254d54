import { toBareDigits } from '#domain/ascii-digits.ts'
import { localMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'

export const MOBILE_LENGTH = 11

/** What the mobile field keeps of what was typed or pasted: Latin digits, at most eleven; +98… becomes 0…. */
export function typeMobile(text: string): string {
  const digits = toBareDigits(text).replace(/(?!^\+)\D/g, '')
  const whole = digits.length > MOBILE_LENGTH || digits.startsWith('+') ? parseMobileNumber(digits) : undefined
  return whole ? localMobileNumber(whole) : digits.replace(/\D/g, '').slice(0, MOBILE_LENGTH)
}
