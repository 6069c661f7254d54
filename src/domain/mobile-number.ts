import { toBareDigits } from './ascii-digits.ts'

declare const kind: unique symbol

/** An Iranian mobile number in its stored spelling: "+98" and ten digits that begin with 9. */
export type MobileNumber = string & { readonly [kind]: 'mobile-number' }

const SPELLING = /^(?:\+98|0098|98|0)?(9\d{9})$/
const STORED = /^\+989\d{9}$/

function isStoredSpelling(text: string): text is MobileNumber {
  return STORED.test(text)
}

/** Reads any usual spelling ("0912 345 6789", "98912…", "۰۹۱۲…") into the stored one; `undefined` for anything else. */
export function parseMobileNumber(text: string): MobileNumber | undefined {
  const match = SPELLING.exec(toBareDigits(text).replace(/[()]/g, ''))
  const stored = `+98${match?.[1] ?? ''}`
  return isStoredSpelling(stored) ? stored : undefined
}

/** The length of the spelling used inside Iran, with its leading zero. */
export const LOCAL_MOBILE_LENGTH = 11

/** The spelling used inside Iran, and by most Iranian services: "09123456789". */
export function localMobileNumber(mobile: MobileNumber): string {
  return `0${mobile.slice(3)}`
}

/** Shows enough of a number for its owner to recognise it: "0912***4567". */
export function maskMobileNumber(mobile: MobileNumber): string {
  const local = localMobileNumber(mobile)
  return `${local.slice(0, 4)}***${local.slice(-4)}`
}
