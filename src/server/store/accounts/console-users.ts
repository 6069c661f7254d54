import { toCount } from '#domain/counts.ts'
import type { AccountLevel } from '#domain/fee.ts'
import type { FreezeKind } from '#domain/operator-rights.ts'
import type { Verification } from '#domain/verification.ts'
import type { Queryable, Transaction } from '../database.ts'
import type { SessionDevice } from './sessions.ts'

/** The operators' view of a customer's account. */
export interface AccountFacts {
  readonly id: number
  readonly mobile: string
  readonly email: string | undefined
  readonly twoStep: 'SMS' | 'EMAIL' | 'GOOGLE_AUTHENTICATOR'
  readonly verification: Verification
  readonly level: AccountLevel
  readonly levelSetByHand: boolean
  readonly frozenAt: Date | undefined
  readonly frozenBy: 'USER' | 'OPERATOR' | undefined
  /** Who froze it; the operator and the reason are known if an operator did. */
  readonly freeze:
    | { readonly kind: FreezeKind; readonly by: string | undefined; readonly reason: string | undefined }
    | undefined
  readonly withdrawalsHeldUntil: Date | undefined
  readonly createdAt: Date
}

interface Columns {
  id: bigint
  mobile: string
  email: string | null
  two_step: AccountFacts['twoStep']
  verification: Verification
  level: AccountLevel
  level_set_by_hand: boolean
  blocked_at: Date | null
  blocked_by: 'USER' | 'OPERATOR' | null
  freeze_kind: 'SUPPORT' | 'RISK' | null
  freezer: string | null
  freeze_reason: string | null
  withdrawals_held_until: Date | null
  created_at: Date
}

const FACTS = `select id, mobile, email, two_step, verification, level, level_set_by_hand, blocked_at, blocked_by, freeze_kind,
  (select f.operator_name from users f where f.id = users.frozen_by_operator) as freezer, freeze_reason,
  withdrawals_held_until, created_at from users where id = $1 and role = 'CUSTOMER' and mobile is not null`

export async function readAccountFacts(database: Queryable, userId: number): Promise<AccountFacts | undefined> {
  const [row] = await database.query<Columns>(FACTS, [userId])
  return row && factsOf(row)
}

/** The same, locked until the transaction ends, so that operators' actions on one account run one after the other. */
export async function lockAccountFacts(tx: Transaction, userId: number): Promise<AccountFacts | undefined> {
  const [row] = await tx.query<Columns>(`${FACTS} for update`, [userId])
  return row && factsOf(row)
}

const factsOf = (row: Columns): AccountFacts => ({
  id: toCount(row.id),
  mobile: row.mobile,
  email: row.email ?? undefined,
  twoStep: row.two_step,
  verification: row.verification,
  level: row.level,
  levelSetByHand: row.level_set_by_hand,
  frozenAt: row.blocked_at ?? undefined,
  // Covers accounts frozen before the kind of freeze was recorded.
  frozenBy: row.blocked_at === null ? undefined : (row.blocked_by ?? 'OPERATOR'),
  freeze: row.blocked_at === null ? undefined : freezeOf(row),
  withdrawalsHeldUntil: row.withdrawals_held_until ?? undefined,
  createdAt: row.created_at,
})

function freezeOf(row: Columns): AccountFacts['freeze'] {
  if (row.blocked_by === 'USER') return { kind: 'OWN', by: undefined, reason: undefined }
  return { kind: row.freeze_kind ?? 'RISK', by: row.freezer ?? undefined, reason: row.freeze_reason ?? undefined }
}

export interface NewFreeze {
  readonly userId: number
  readonly kind: 'SUPPORT' | 'RISK'
  readonly operatorId: number
  readonly reason: string
  readonly at: Date
}

export async function saveFrozenByOperator(tx: Transaction, freeze: NewFreeze): Promise<void> {
  await tx.query(
    `update users set blocked_at = $2, blocked_by = 'OPERATOR', freeze_kind = $3, frozen_by_operator = $4, freeze_reason = $5
      where id = $1`,
    [freeze.userId, freeze.at, freeze.kind, freeze.operatorId, freeze.reason],
  )
}

export async function saveUnfrozen(tx: Transaction, userId: number): Promise<void> {
  await tx.query(
    `update users set blocked_at = null, blocked_by = null, freeze_kind = null, frozen_by_operator = null, freeze_reason = null
      where id = $1`,
    [userId],
  )
}

export async function saveLevel(
  tx: Transaction,
  { userId, level, byHand }: { userId: number; level: AccountLevel; byHand: boolean },
): Promise<void> {
  await tx.query('update users set level = $2, level_set_by_hand = $3 where id = $1', [userId, level, byHand])
}

/** Ends one session of a user. @returns the number of ended sessions */
export async function deleteUserSession(
  tx: Transaction,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<number> {
  const ended = await tx.query('delete from sessions where user_id = $1 and id = $2 returning id', [userId, sessionId])
  return ended.length
}

export interface OpenSession extends SessionDevice {
  readonly id: number
  readonly openedAt: Date
  readonly lastUsedAt: Date
}

const SESSIONS_MAX = 50

/** The user's sessions, the most recently used first. */
export async function readUserSessions(
  database: Queryable,
  { userId, now }: { userId: number; now: Date },
): Promise<OpenSession[]> {
  const rows = await database.query<{
    id: bigint
    created_at: Date
    last_used_at: Date
    ip: string
    os_type: string
    device_type: string
    browser: string
  }>(
    `select id, created_at, last_used_at, ip, os_type, device_type, browser from sessions
      where user_id = $1 and expires_at > $2 order by last_used_at desc, id desc limit ${SESSIONS_MAX}`,
    [userId, now],
  )
  return rows.map((row) => ({
    id: toCount(row.id),
    openedAt: row.created_at,
    lastUsedAt: row.last_used_at,
    ip: row.ip,
    osType: row.os_type,
    deviceType: row.device_type,
    browser: row.browser,
  }))
}
