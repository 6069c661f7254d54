import { type Rejected, rejected } from '#contract/rejected.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { deleteOwnSession } from '../../store/accounts/sessions.ts'
import type { Accounts } from '../accounts.ts'
import { eventOf, type SessionActor } from '../actor.ts'
import { endTrust } from '../trust.ts'

type Ending = Pick<Accounts, 'database' | 'sessions' | 'now'>

/** Ends one of the user's sessions; its next call is refused, and its live stream ends. Refuses SESSION_NOT_FOUND. */
export async function endSession(
  { database, sessions, now }: Ending,
  id: string,
  actor: SessionActor,
): Promise<Rejected | undefined> {
  const refused = await database.transaction(async (tx) => {
    const ended = await deleteOwnSession(tx, { userId: actor.userId, id })
    if (!ended) return rejected('SESSION_NOT_FOUND')
    const details = { sessionId: id, endedIp: ended.ip, endedDevice: `${ended.browser}, ${ended.osType}` }
    await recordEvent(tx, { at: now(), kind: 'SESSION_REVOKED', ...eventOf(actor), details })
    return undefined
  })
  if (!refused) sessions.refresh(actor.userId)
  return refused
}

/** Ends the user's other sessions, and logins in progress. @returns the number of ended sessions */
export async function endOtherSessions({ database, sessions, now }: Ending, actor: SessionActor): Promise<number> {
  const ended = await database.transaction(async (tx) => {
    const at = now()
    const { userId, sessionId: keptSessionId } = actor
    const { sessions: count = 0 } = await endTrust(tx, 'LOGGED_OUT_ELSEWHERE', { userId, keptSessionId, at })
    if (count > 0) await recordEvent(tx, { at, kind: 'SESSIONS_REVOKED', ...eventOf(actor), details: { ended: count } })
    return count
  })
  sessions.refresh(actor.userId)
  return ended
}
