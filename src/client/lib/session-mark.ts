import { SESSION_MARK } from '#contract/session-mark.ts'

const MARK = new RegExp(`(?:^|; )${SESSION_MARK}=([^;]+)`)
const ENDED = 'ended-session-mark'

/** The value of the mark; `undefined` where there is no session in this browser, or the one that is marked has ended. */
export function sessionMark(): string | undefined {
  const mark = MARK.exec(document.cookie)?.[1]
  return mark === localStorage.getItem(ENDED) ? undefined : mark
}

/** The server has ended the session of this mark, and no answer of its has removed it. Removed here, it could be that of a login in another tab meanwhile. */
export const noteEndedMark = (mark: string): void => localStorage.setItem(ENDED, mark)
