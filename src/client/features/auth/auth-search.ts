/**
 * `next` of the URL: the page that required the login. Only our own paths are followed. For any other value it returns an explicit `undefined`, since
 * a missing key would keep the text of the URL.
 */
export function readNext(search: Record<string, unknown>): { next?: string | undefined } {
  const { next } = search
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : { next: undefined }
}

/** Why a user was sent to the login. It is a code of our own: no text of the URL reaches the page. */
export const SESSION_ENDED = 'session-ended'
export type LoginReason = typeof SESSION_ENDED

/** `reason` of the URL. */
export function readReason({ reason }: Record<string, unknown>): { reason?: LoginReason | undefined } {
  return { reason: reason === SESSION_ENDED ? reason : undefined }
}

/** `referralCode` of the URL; the router parses a value of digits as a number. */
export function readReferralCode(code: unknown): string | undefined {
  if (Number.isSafeInteger(code)) return String(code)
  return typeof code === 'string' ? code : undefined
}
