import * as z from 'zod/mini'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { ACCOUNT_LEVELS, type AccountLevel, levelWindowStart } from '#domain/fee.ts'
import { freezeKindOf, mayUnfreeze, type OperatorRole, type OwnerCheck, outranks } from '#domain/operator-rights.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { deleteDocuments } from '../accounts/documents.ts'
import { countAgainst } from '../accounts/limits.ts'
import { endedDetails, endTrust, holdUntil } from '../accounts/trust.ts'
import { queueNotice } from '../notifications/queue-notice.ts'
import {
  type AccountFacts,
  deleteUserSession,
  lockAccountFacts,
  readAccountFacts,
  saveFrozenByOperator,
  saveLevel,
  saveUnfrozen,
} from '../store/accounts/console-users.ts'
import { adjustLevels } from '../store/accounts/levels.ts'
import type { Proposal } from '../store/accounts/proposals.ts'
import type { Transaction } from '../store/database.ts'
import { type Act, recordAct } from './act.ts'
import type { ConsoleServices } from './console-services.ts'
import type { Approved } from './proposals/proposal.ts'
import { proposeSetting, readSetting } from './proposals/setting.ts'

type Changing = Pick<Accounts, 'database' | 'sessions' | 'now'>

/** Changes a locked customer; the sessions of this server see the change immediately, those of others within seconds. */
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

/** An action of an operator who has these roles. */
export type ActWithRoles = Act & { readonly roles: readonly OperatorRole[] }

/** Per hour and operator: more than any night of thefts has needed, and far fewer than all customers. */
const FREEZES_MAX = 20

/**
 * Ends everything that opens the account (`trust.ts`) and allows no login. A freeze of risk replaces the customer's own and support's, so that only
 * risk can end it. Refuses USER_NOT_FOUND, NOTHING_TO_CHANGE, TOO_MANY_REQUESTS.
 */
export function freezeUser(
  accounts: Changing,
  userId: number,
  { roles, ...act }: ActWithRoles,
): Promise<Rejected | undefined> {
  const at = accounts.now()
  const kind = freezeKindOf(roles)
  return change(accounts, userId, async (tx, { freeze }) => {
    if (!outranks(kind, freeze?.kind)) return rejected('NOTHING_TO_CHANGE')
    const limit = { kind: 'operator-freeze', subject: String(act.operatorId), max: FREEZES_MAX, windowMs: HOUR_MS }
    const tooMany = await countAgainst(tx, { limit, at })
    if (tooMany) return tooMany
    await saveFrozenByOperator(tx, { userId, kind, operatorId: act.operatorId, reason: act.reason, at })
    const ended = await endTrust(tx, 'FROZEN_BY_OPERATOR', { userId, at })
    if (!freeze) await queueNotice(tx, { userId, kind: 'ACCOUNT_FROZEN', at })
    const details = { by: kind, before: freeze?.kind ?? null, ...endedDetails(ended) }
    await recordAct(tx, act, { at, kind: 'ACCOUNT_FROZEN', userId, details })
    return undefined
  })
}

/**
 * Holds withdrawals for another day and demands a new password: a stranger may have persuaded support. The customer's own freeze ends only for a
 * person recognised as the customer. Refuses USER_NOT_FOUND, NOTHING_TO_CHANGE, OPERATOR_RIGHT_MISSING, OWNER_CHECK_REQUIRED.
 */
export function unfreezeUser(
  accounts: Changing,
  { userId, check }: { userId: number; check: OwnerCheck | undefined },
  { roles, ...act }: ActWithRoles,
): Promise<Rejected | undefined> {
  const at = accounts.now()
  return change(accounts, userId, async (tx, { freeze }) => {
    if (!freeze) return rejected('NOTHING_TO_CHANGE')
    if (!mayUnfreeze(roles, freeze.kind)) return rejected('OPERATOR_RIGHT_MISSING')
    if (freeze.kind === 'OWN' && check === undefined) return rejected('OWNER_CHECK_REQUIRED', { field: 'check' })
    await saveUnfrozen(tx, userId)
    await endTrust(tx, 'UNFROZEN', { userId, at })
    await queueNotice(tx, { userId, kind: 'ACCOUNT_UNFROZEN', at })
    const checked = check === undefined ? {} : { check }
    const details = { before: freeze.kind, withdrawalsHeldUntil: holdUntil(at).toISOString(), ...checked }
    await recordAct(tx, act, { at, kind: 'ACCOUNT_UNFROZEN', userId, details })
    return undefined
  })
}

/** Ends one session or all. Refuses USER_NOT_FOUND, and NOTHING_TO_CHANGE if there was none. */
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

/** Deletes the photos of the customer's documents. Refuses USER_NOT_FOUND, and NOTHING_TO_CHANGE if there are none. */
export async function deleteUserDocuments(accounts: Accounts, userId: number, act: Act): Promise<Rejected | undefined> {
  if (!(await readAccountFacts(accounts.database, userId))) return rejected('USER_NOT_FOUND')
  const refused = await deleteDocuments(accounts, { userId, ...act })
  return refused && rejected('NOTHING_TO_CHANGE')
}

type Level = Exclude<AccountLevel, 'SUPERVISOR'> | 'BY_VOLUME'

/**
 * Proposes a fixed level, or to let it follow the volume again: a level is worth fees. Refuses USER_NOT_FOUND, SUPERVISOR_BY_PROPOSAL,
 * NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export function proposeUserLevel(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { userId, level }: { userId: number; level: Level },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const present = await readPresent(tx, userId)
    if (present === undefined) return rejected('USER_NOT_FOUND')
    if (present === 'SUPERVISOR') return rejected('SUPERVISOR_BY_PROPOSAL')
    const levels = { before: { userLevel: present }, after: { userLevel: level } }
    return proposeSetting(tx, { kind: 'SET_LEVEL', userId, ...levels }, { act, at: now() })
  })
}

async function readPresent(tx: Transaction, userId: number): Promise<AccountLevel | 'BY_VOLUME' | undefined> {
  const facts = await lockAccountFacts(tx, userId)
  if (!facts) return undefined
  return facts.level === 'SUPERVISOR' || facts.levelSetByHand ? facts.level : 'BY_VOLUME'
}

/** The level applies to the next orders. */
export async function setProposedLevel(
  tx: Transaction,
  { userId, payload }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  const facts = userId === undefined ? undefined : await lockAccountFacts(tx, userId)
  if (!facts) return rejected('USER_NOT_FOUND')
  if (facts.level === 'SUPERVISOR') return rejected('SUPERVISOR_BY_PROPOSAL')
  const { userLevel } = readSetting(payload, z.object({ userLevel: z.string() })).after
  const level = ACCOUNT_LEVELS.find((each) => each === userLevel)
  const byHand = level !== undefined
  if (byHand ? facts.level === level && facts.levelSetByHand : !facts.levelSetByHand)
    return rejected('NOTHING_TO_CHANGE')
  await saveLevel(tx, { userId: facts.id, level: level ?? facts.level, byHand })
  if (!byHand) await adjustLevels(tx, { userIds: [facts.id], since: levelWindowStart(at) })
  return { userId: facts.id, details: { before: facts.level, after: userLevel } }
}
