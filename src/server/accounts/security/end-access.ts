import { hash } from 'node:crypto'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { insertFreezeToken, saveFrozenByUser, takeFreezeToken } from '../../store/accounts/protection.ts'
import { deleteOwnSession } from '../../store/accounts/sessions.ts'
import type { Transaction } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { eventOf, type SessionActor } from '../actor.ts'
import { newToken } from '../sign-in/tokens.ts'
import { endedDetails, endTrust } from '../trust.ts'

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

/** The caller who freezes, for the audit log. */
export interface Freezer {
  readonly ip: string
  readonly device: string
}

/** Freezes the user's own account: everything that opens it ends, and logins and withdrawals are blocked until support unfreezes it. */
export async function freezeAccount(
  { database, sessions, now }: Ending,
  { userId, ...freezer }: Freezer & { readonly userId: number },
): Promise<void> {
  await database.transaction((tx) => freeze(tx, { userId, freezer, by: 'SETTINGS', at: now() }))
  sessions.refresh(userId)
}

/** The same by the link in a warning. Refuses FREEZE_LINK_INVALID. */
export async function freezeByToken(
  { database, sessions, now }: Ending,
  { token, ...freezer }: Freezer & { readonly token: string },
): Promise<Rejected | undefined> {
  const at = now()
  const userId = await database.transaction(async (tx) => {
    const found = await takeFreezeToken(tx, { tokenHash: hashOf(token), now: at })
    if (found !== undefined) await freeze(tx, { userId: found, freezer, by: 'LINK', at })
    return found
  })
  if (userId === undefined) return rejected('FREEZE_LINK_INVALID')
  sessions.refresh(userId)
  return undefined
}

async function freeze(
  tx: Transaction,
  { userId, freezer, by, at }: { userId: number; freezer: Freezer; by: 'SETTINGS' | 'LINK'; at: Date },
): Promise<void> {
  if (!(await saveFrozenByUser(tx, { userId, at }))) return
  const ended = await endTrust(tx, 'FROZEN_BY_USER', { userId, at })
  await queueNotice(tx, { userId, kind: 'ACCOUNT_FROZEN', at })
  await recordEvent(tx, { at, kind: 'ACCOUNT_FROZEN', userId, ...freezer, details: { by, ...endedDetails(ended) } })
}

const LINK_MS = 7 * 24 * 3_600_000

/**
 * The page on which the user freezes the account with one press, for a warning message: "/freeze#…". The link works once, for seven
 * days. A browser never sends the part after the # to a server, so that no log has it; only its hash is stored here.
 */
export async function freezeLink(
  tx: Transaction,
  { userId, at }: { userId: number; at: Date },
): Promise<`/freeze#${string}`> {
  const token = newToken()
  await insertFreezeToken(tx, { userId, tokenHash: hashOf(token), expiresAt: new Date(at.getTime() + LINK_MS) })
  return `/freeze#${token}`
}

const hashOf = (token: string) => hash('sha256', `freeze:${token}`, 'buffer')
