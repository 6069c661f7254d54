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
