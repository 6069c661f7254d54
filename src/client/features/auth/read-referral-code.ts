/** `referralCode` of the address; the router reads one of digits alone as a number. */
export function readReferralCode(code: unknown): string | undefined {
  if (Number.isSafeInteger(code)) return String(code)
  return typeof code === 'string' ? code : undefined
}
