import type { Transaction } from '../database.ts'

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
    [userId, keptSessionId ?? null, recentSince],
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
