import { localMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'

/**
 * `next` of the address: the page that asked for a login. Only paths of our own are followed. Any other value becomes `undefined`: a
 * name left out keeps the text of the address.
 */
export function readNext(search: Record<string, unknown>): { next?: string | undefined } {
  const { next } = search
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : { next: undefined }
}

/** Why a user was sent to the login. A code of our own: no text of the address reaches the page. */
export const SESSION_ENDED = 'session-ended'
export type LoginReason = typeof SESSION_ENDED

/** `reason` of the address. */
export function readReason({ reason }: Record<string, unknown>): { reason?: LoginReason | undefined } {
  return { reason: reason === SESSION_ENDED ? reason : undefined }
}

/** `mobileNumber` of the address: a number, as it is typed; the router reads one of digits alone as a number, without its zero. */
export function readMobileNumber(number: unknown): string | undefined {
  const mobile = parseMobileNumber(Number.isSafeInteger(number) || typeof number === 'string' ? String(number) : '')
  return mobile && localMobileNumber(mobile)
}

/** `referralCode` of the address; the router reads one of digits alone as a number. */
export function readReferralCode(code: unknown): string | undefined {
  if (Number.isSafeInteger(code)) return String(code)
  return typeof code === 'string' ? code : undefined
}
