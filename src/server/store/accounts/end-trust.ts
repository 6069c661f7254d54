import type { Queryable, Transaction } from '../database.ts'
import { pushedSince } from '../notifications/push-subscriptions.ts'

/** The things that let somebody in, or act for a user, now or after one more step. */
export const TRUSTED_THINGS = [
  'sessions',
  'pushSubscriptions',
  'signInFlows',
  'proofs',
  'codes',
  'waitingReset',
  'knownDevices',
  'apiKeys',
  'passkeys',
  'signOnLinks',
  'freezeLinks',
  'password',
  'operatorSessions',
  'identityCode',
  'handoverCode',
] as const
export type TrustedThing = (typeof TRUSTED_THINGS)[number]

/** OTHERS spares those of the acting session, RECENT spares the older ones. */
export type Extent = 'ALL' | 'OTHERS' | 'RECENT' | 'NONE'

interface Ending {
  readonly userId: number
  readonly extent: Exclude<Extent, 'NONE'>
  /** The acting session, if it stays. */
  readonly keptSessionId: number | undefined
  /** Things added since then are recent. */
  readonly recentSince: Date
}

interface Rows {
  readonly table: string
  readonly owner?: string
  readonly other?: string
  readonly recent?: string
}

/** The rows of each thing by user ($1), and the condition that excludes those of the acting session ($2). */
const ROWS = {
  sessions: { table: 'sessions', other: 'id is distinct from $2::bigint' },
  pushSubscriptions: { table: 'push_subscriptions', other: 'session_id is distinct from $2::bigint' },
  signInFlows: { table: 'sign_in_flows' },
  waitingReset: { table: 'waiting_resets' },
  knownDevices: {
    table: 'known_devices',
    other: 'token_hash is distinct from (select device_hash from sessions where id = $2::bigint)',
  },
  apiKeys: { table: 'api_keys', recent: 'created_at >= $3::timestamptz' },
  passkeys: { table: 'passkeys', recent: 'created_at >= $3::timestamptz' },
  signOnLinks: { table: 'sign_on_identities', recent: 'linked_at >= $3::timestamptz' },
  freezeLinks: { table: 'freeze_tokens' },
  operatorSessions: { table: 'operator_sessions' },
  identityCode: { table: 'one_time_codes', owner: "purpose = 'identity' and subject" },
  handoverCode: { table: 'one_time_codes', owner: "purpose = 'handover' and subject" },
} as const satisfies Partial<Record<TrustedThing, Rows>>

/** Questions that a user has not answered yet; their codes go with them. */
const CODES = ['two_step_changes', 'contact_changes', 'passkey_challenges'] as const

/**
 * Invalidates sign-ins of this user that began earlier, even those that are stored only now. Locks the user's row until the transaction
 * ends.
 */
export async function raiseTrustVersion(tx: Transaction, userId: number): Promise<void> {
  await tx.query('update users set trust_version = trust_version + 1 where id = $1', [userId])
}

/** Ends one of the things. @returns their number */
export async function endThing(tx: Transaction, thing: TrustedThing, ending: Ending): Promise<number> {
  if (thing === 'password') return endPassword(tx, ending)
  if (thing === 'proofs') return endProofs(tx, ending)
  if (thing === 'codes') return endCodes(tx, ending)
  return endRows(tx, ROWS[thing], ending)
}

async function endRows(
  tx: Transaction,
  { table, owner = 'user_id', other = 'true', recent = 'true' }: Rows,
  { userId, extent, keptSessionId, recentSince }: Ending,
): Promise<number> {
  const which = { ALL: 'true', OTHERS: other, RECENT: recent }[extent]
  const rows = await tx.query(
    `with asked as (select $2::bigint, $3::timestamptz) delete from ${table} where ${owner} = $1 and ${which} returning 1 as ended`,
    [userId, keptSessionId, recentSince],
  )
  return rows.length
}

/** Nobody logs in by a password until the user has chosen a new one. */
async function endPassword(tx: Transaction, { userId }: Ending): Promise<number> {
  const rows = await tx.query(
    'update users set password_hash = null where id = $1 and password_hash is not null returning id',
    [userId],
  )
  return rows.length
}

/** This includes the remaining session: its proof is from before. */
async function endProofs(tx: Transaction, { userId }: Ending): Promise<number> {
  await tx.query(
    `delete from one_time_codes where purpose = 'proof' and subject in (select id from sessions where user_id = $1)`,
    [userId],
  )
  const rows = await tx.query(
    `update sessions set proven_anew_at = null, proven_for = null
      where user_id = $1 and proven_anew_at is not null returning id`,
    [userId],
  )
  return rows.length
}

async function endCodes(tx: Transaction, { userId }: Ending): Promise<number> {
  let ended = 0
  for (const table of CODES)
    ended += (await tx.query(`delete from ${table} where user_id = $1 returning 1 as ended`, [userId])).length
  return ended
}

interface Expired {
  readonly now: Date
  readonly flowsBegunBefore: Date
  readonly sessionsUnusedSince: Date
  readonly devicesUnusedSince: Date
}

/** Deletes unusable rows: ended sessions, abandoned sign-ins, expired codes, closed counters. */
export async function deleteExpired(
  database: Queryable,
  { now, flowsBegunBefore, sessionsUnusedSince, devicesUnusedSince }: Expired,
): Promise<void> {
  // The session of a browser that still gets push messages stays, although it opens nothing: whatever ends the user's sessions ends it too.
  await database.query(
    `delete from sessions where (expires_at <= $1 or last_used_at <= $2)
      and (last_used_at <= $3 or not exists (select from push_subscriptions where session_id = sessions.id))`,
    [now, sessionsUnusedSince, pushedSince(now)],
  )
  await database.query('delete from sign_in_flows where begun_at <= $1', [flowsBegunBefore])
  await database.query('delete from passkey_challenges where expires_at <= $1', [now])
  await database.query(
    `delete from two_step_changes using one_time_codes
      where purpose = 'two-step' and subject = user_id and expires_at <= $1`,
    [now],
  )
  await database.query('delete from freeze_tokens where expires_at <= $1', [now])
  await database.query('delete from known_devices where last_used_at <= $1', [devicesUnusedSince])
  await database.query('delete from contact_changes where begun_at <= $1', [flowsBegunBefore])
  // An expired code stays as long as the flow that may renew it.
  await database.query('delete from one_time_codes where expires_at <= $1', [flowsBegunBefore])
  // Counters in use are left for the next run, so that neither side waits for the other.
  await database.query(
    `delete from rate_counters where (kind, subject) in
      (select kind, subject from rate_counters where window_ends_at <= $1 for update skip locked)`,
    [now],
  )
}
