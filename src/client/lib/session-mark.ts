import type { Access } from '#contract/endpoint.ts'
import { SESSION_MARK } from '#contract/session-mark.ts'

const MARK = new RegExp(`(?:^|; )${SESSION_MARK}=([^;]+)`)
const ENDED = 'ended-session-mark'

/** The value of the marker cookie; `undefined` if this browser has no session or the marked session has ended. */
export function sessionMark(): string | undefined {
  const mark = MARK.exec(document.cookie)?.[1]
  return mark === localStorage.getItem(ENDED) ? undefined : mark
}

/**
 * Remembers that the server has ended this session while its marker cookie is still set. Deleting the cookie could delete one that a login in another
 * tab has just set.
 */
export const noteEndedMark = (mark: string): void => localStorage.setItem(ENDED, mark)

const listeners = new Set<() => void>()
let epoch = 0

/** Changes whenever a session begins or ends on this device. An answer to a call of an earlier session is ignored. */
export const sessionEpoch = (): number => epoch

export function beginSessionEpoch(): void {
  epoch += 1
}

/** Reports that the server answered UNAUTHENTICATED to a call that needs a session. */
export function reportUnauthenticated({ access, since }: { access: Access; since: number }): void {
  // The console handles the end of an operator's session by itself.
  if (access === 'public' || access === 'operator' || since !== epoch) return
  for (const listener of listeners) listener()
}

/** Returns the function that stops it. */
export function onUnauthenticated(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const STORAGE_KEY = 'session-known'

/** Remembers on this device that a user is signed in, without saying who. */
export function noteSession(): void {
  localStorage.setItem(STORAGE_KEY, 'yes')
}

/** Whether a session existed that no logout on this device has ended. If it is gone now, another device or the server ended it. */
export const wasSignedIn = (): boolean => localStorage.getItem(STORAGE_KEY) !== null

export function forgetSession(): void {
  localStorage.removeItem(STORAGE_KEY)
}
