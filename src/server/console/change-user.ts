import { type Rejected, rejected } from '#contract/rejected.ts'
import type { AccountLevel } from '#domain/fee.ts'
import { levelWindowStart } from '#domain/fee.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { deleteDocuments } from '../accounts/delete-documents.ts'
import { endedDetails, endTrust, holdUntil } from '../accounts/trust.ts'
import { queueNotice } from '../notifications/queue-notice.ts'
import { adjustLevels } from '../store/accounts/adjust-levels.ts'
import {
  type AccountFacts,
  deleteUserSession,
  lockAccountFacts,
  readAccountFacts,
  saveFrozenByOperator,
  saveLevel,
} from '../store/accounts/console-users.ts'
import type { Transaction } from '../store/database.ts'
import { type Act, recordAct } from './act.ts'

type Changing = Pick<Accounts, 'database' | 'sessions' | 'now'>

/** Changes a customer who was looked up and locked; the sessions of this server see the change at once, those of others within seconds. */
async function change(
  { database, sessions }: Changing,
  userId: number,
  work: (tx: Transaction, facts: AccountFacts) => Promise<Rejected | undefined>,
): Promise<Rejected | undefined> {
  const refused = await database.transaction(async (tx) => {
    const facts = await lockAccountFacts(tx, userId)
    return facts ? work(tx, facts) : rejected('USER_NOT_FOUND')
  })
  if (!refused) sessions.refresh(userId)
  return refused
}

/** All that opens the account ends (`trust.ts`), and no login is allowed. Refuses USER_NOT_FOUND, NOTHING_TO_CHANGE. */
export function freezeUser(accounts: Changing, userId: number, act: Act): Promise<Rejected | undefined> {
  const at = accounts.now()
  return change(accounts, userId, async (tx, { frozenBy }) => {
    // What the user has frozen is taken over: support alone may then unfreeze it, which it always may.
    if (frozenBy === 'OPERATOR') return rejected('NOTHING_TO_CHANGE')
    await saveFrozenByOperator(tx, { userId, at })
    const ended = await endTrust(tx, 'FROZEN_BY_OPERATOR', { userId, at })
    await queueNotice(tx, { userId, kind: 'ACCOUNT_FROZEN', at })
    const details = { by: 'OPERATOR', ...endedDetails(ended) }
    await recordAct(tx, act, { at, kind: 'ACCOUNT_FROZEN', userId, details })
    return undefined
  })
}

/** Withdrawals wait a day more, and the user chooses a new password: support may have been talked into it by a stranger. Refuses USER_NOT_FOUND, NOTHING_TO_CHANGE. */
export function unfreezeUser(accounts: Changing, userId: number, act: Act): Promise<Rejected | undefined> {
  const at = accounts.now()
  return change(accounts, userId, async (tx, { frozenBy }) => {
    if (frozenBy === undefined) return rejected('NOTHING_TO_CHANGE')
    await saveFrozenByOperator(tx, { userId, at: undefined })
    await endTrust(tx, 'UNFROZEN', { userId, at })
    await queueNotice(tx, { userId, kind: 'ACCOUNT_UNFROZEN', at })
    const details = { before: frozenBy, withdrawalsHeldUntil: holdUntil(at).toISOString() }
    await recordAct(tx, act, { at, kind: 'ACCOUNT_UNFROZEN', userId, details })
    return undefined
  })
}

/** Ends one session or all. Refuses USER_NOT_FOUND, NOTHING_TO_CHANGE where there was none. */
export function endUserSessions(
  accounts: Changing,
  { userId, sessionId }: { userId: number; sessionId: number | undefined },
  act: Act,
): Promise<Rejected | undefined> {
  return change(accounts, userId, async (tx) => {
    const { sessions: ended = 0 } =
      sessionId === undefined
        ? await endTrust(tx, 'SESSIONS_ENDED_BY_OPERATOR', { userId, at: accounts.now() })
        : { sessions: await deleteUserSession(tx, { userId, sessionId }) }
    if (ended === 0) return rejected('NOTHING_TO_CHANGE')
    await recordAct(tx, act, { at: accounts.now(), kind: 'SESSIONS_REVOKED', userId, details: { ended } })
    return undefined
  })
}

/** Deletes the photos of the customer's documents. Refuses USER_NOT_FOUND, NOTHING_TO_CHANGE where there are none. */
export async function deleteUserDocuments(accounts: Accounts, userId: number, act: Act): Promise<Rejected | undefined> {
  if (!(await readAccountFacts(accounts.database, userId))) return rejected('USER_NOT_FOUND')
  const refused = await deleteDocuments(accounts, { userId, ...act })
  return refused && rejected('NOTHING_TO_CHANGE')
}

/**
 * Sets a level that stays, or leaves it to the volume again. Refuses USER_NOT_FOUND, SUPERVISOR_BY_PROPOSAL, NOTHING_TO_CHANGE.
 */
export function setUserLevel(
  accounts: Changing,
  { userId, level }: { userId: number; level: Exclude<AccountLevel, 'SUPERVISOR'> | 'BY_VOLUME' },
  act: Act,
): Promise<Rejected | undefined> {
  const at = accounts.now()
  return change(accounts, userId, async (tx, before) => {
    if (before.level === 'SUPERVISOR') return rejected('SUPERVISOR_BY_PROPOSAL')
    const byHand = level !== 'BY_VOLUME'
    const isSame = byHand ? before.level === level && before.levelSetByHand : !before.levelSetByHand
    if (isSame) return rejected('NOTHING_TO_CHANGE')
    await saveLevel(tx, { userId, level: byHand ? level : before.level, byHand })
    if (!byHand) await adjustLevels(tx, { userIds: [userId], since: levelWindowStart(at) })
    await recordAct(tx, act, { at, kind: 'LEVEL_SET', userId, details: { before: before.level, after: level } })
    return undefined
  })
}
