import type { SessionCaller } from './sessions.ts'

/** How long a proof of the second step stands. */
const FRESH_MS = 10 * 60_000

export const isFresh = (provenAt: Date, now: Date): boolean => now.getTime() - provenAt.getTime() <= FRESH_MS

/** Whether the user has proven beside the login. One code that was coaxed out of its user, or a browser that was left open, brings no second one. */
export const isProvenAnew = ({ provenAnewAt }: Pick<SessionCaller, 'provenAnewAt'>, now: Date): boolean =>
  provenAnewAt !== undefined && isFresh(provenAnewAt, now)
