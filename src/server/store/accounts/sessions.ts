import type { AccountLevel, Charges } from '#domain/fee.ts'
import type { ProofPurpose } from '#domain/proof-purpose.ts'
import type { Verification } from '#domain/verification.ts'
import type { Queryable } from '../database.ts'
import { pushedSince } from '../notifications/push-subscriptions.ts'
import { findNumber, hasRows, insertWithId, type Row, readRows, rowAs, updateRows } from '../rows.ts'
import { CHARGES, type ChargesColumn, chargesOf } from './levels.ts'

/** The device that opened a session, as the user's list of sessions shows it. */
export interface SessionDevice {
  readonly ip: string
  readonly osType: string
  readonly deviceType: string
  readonly browser: string
}

export interface NewSession extends SessionDevice {
  readonly userId: number
  /** SHA-256 of the token; the token itself is stored nowhere. */
  readonly tokenHash: Uint8Array
  readonly at: Date
  readonly expiresAt: Date
  readonly trustedFrom: Date
  readonly deviceHash?: Uint8Array
}

export const insertSession = (database: Queryable, { at, ...session }: NewSession): Promise<number> =>
  insertWithId(database, 'sessions', { ...session, createdAt: at, lastUsedAt: at, provenAt: at })

export interface SessionRow {
  readonly id: number
  readonly userId: number
  readonly lastUsedAt: Date
  readonly expiresAt: Date
  readonly blocked: boolean
  readonly verification: Verification
  readonly level: AccountLevel
  readonly charges: Charges
  readonly provenAt: Date
  readonly provenAnewAt: Date | undefined
  readonly provenFor: ProofPurpose | undefined
  readonly trustedFrom: Date
  readonly hasEarlierKey: boolean
}

type SessionColumns = Row & ChargesColumn & { tokenHash: Uint8Array }
const sessionOf = rowAs<Omit<SessionRow, 'charges'>>('id', 'userId')

/** The sessions of these tokens, by each token's SHA-256 in base64url. */
export async function findSessions(
  database: Queryable,
  tokenHashes: readonly string[],
): Promise<ReadonlyMap<string, SessionRow>> {
  const rows = await database.query<SessionColumns>(
    `select s.token_hash as "tokenHash", s.id, s.user_id as "userId", s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt",
      u.blocked_at is not null as blocked, u.verification, u.level, s.proven_at as "provenAt", s.proven_anew_at as "provenAnewAt",
      s.proven_for as "provenFor", s.trusted_from as "trustedFrom",
      u.totp_since <= s.created_at is true
        or exists (select from passkeys p where p.user_id = u.id and p.created_at <= s.created_at) as "hasEarlierKey",
      ${CHARGES}
      from sessions s join users u on u.id = s.user_id join account_levels l on l.level = u.level where s.token_hash = any($1::bytea[])`,
    [tokenHashes.map((tokenHash) => Buffer.from(tokenHash, 'base64url'))],
  )
  return new Map(
    rows.map(({ tokenHash, ...row }) => [
      Buffer.from(tokenHash).toString('base64url'),
      { ...sessionOf(row), charges: chargesOf(row) },
    ]),
  )
}

/** The hashes among these whose sessions are open: not expired, used since then, and not of a blocked user. */
export async function findOpenSessions(
  database: Queryable,
  { tokenHashes, at, unusedSince }: { tokenHashes: readonly Uint8Array[]; at: Date; unusedSince: Date },
): Promise<Uint8Array[]> {
  const rows = await database.query<{ token_hash: Uint8Array }>(
    `select s.token_hash from sessions s join users u on u.id = s.user_id
      where s.token_hash = any($1::bytea[]) and s.expires_at > $2 and s.last_used_at > $3 and u.blocked_at is null`,
    [tokenHashes, at, unusedSince],
  )
  return rows.map(({ token_hash }) => token_hash)
}

export async function touchSession(database: Queryable, { id, at }: { id: number; at: Date }): Promise<void> {
  await database.query('update sessions set last_used_at = $2 where id = $1 and last_used_at < $2', [id, at])
}

/** A proof that a session's user has just made in addition to the login. */
export interface NewProof {
  readonly sessionId: number
  readonly purpose: ProofPurpose | undefined
  /** Since when the user has the authenticator, recovery code or passkey used for the proof; absent for a code that was sent. */
  readonly keySince: Date | undefined
  readonly at: Date
}

/** A key from before the login lifts the wait of a new device. */
export async function saveProof(tx: Queryable, { sessionId, purpose, keySince, at }: NewProof): Promise<void> {
  await tx.query(
    `update sessions set proven_at = $2, proven_anew_at = $2, proven_for = $3,
      trusted_from = case when created_at >= $4::timestamptz then least(trusted_from, $2) else trusted_from end where id = $1`,
    [sessionId, at, purpose, keySince],
  )
}

export interface AskedProof {
  readonly sessionId: number
  readonly purpose: ProofPurpose
  /** The earliest time of the proof. */
  readonly since: Date
}

/** Whether the session is still open and its proof is for this purpose, locked until the transaction ends. */
export const lockProof = (tx: Queryable, { sessionId, purpose, since }: AskedProof): Promise<boolean> =>
  hasRows(tx, 'select 1 from sessions where id = $1 and proven_for = $2 and proven_anew_at >= $3 for update', [
    sessionId,
    purpose,
    since,
  ])

/** The proof is used up. */
export const deleteProof = (tx: Queryable, sessionId: number): Promise<void> =>
  updateRows(tx, 'sessions', { id: sessionId }, { provenAnewAt: null, provenFor: null })

export async function deleteSession(database: Queryable, id: number): Promise<void> {
  await database.query('delete from sessions where id = $1', [id])
}

/** @returns the session's user; `undefined` if there was none */
export const deleteSessionOf = (database: Queryable, tokenHash: Uint8Array): Promise<number | undefined> =>
  findNumber(database, 'delete from sessions where token_hash = $1 returning user_id', [tokenHash])

/** One of a user's sessions, as its list shows it. */
export interface OwnSession extends SessionDevice {
  readonly id: number
  readonly openedAt: Date
  readonly lastUsedAt: Date
}

const OWN = `id, ip, os_type as "osType", device_type as "deviceType", browser, created_at as "openedAt", last_used_at as "lastUsedAt"`

/** More than anybody has open; ending all sessions covers further ones too. */
const SESSIONS_MAX = 200

/** The user's usable sessions: this one, then the most recently used first. */
export const readOwnSessions = (
  database: Queryable,
  { userId, currentId, now, usedAfter }: { userId: number; currentId: number; now: Date; usedAfter: Date },
): Promise<OwnSession[]> =>
  readRows(
    database,
    rowAs<OwnSession>('id'),
    `select ${OWN} from sessions
      where user_id = $1 and (expires_at > $3 and last_used_at > $4
        or last_used_at > $5 and exists (select from push_subscriptions where session_id = sessions.id))
      order by id = $2 desc, last_used_at desc, id desc limit ${SESSIONS_MAX}`,
    [userId, currentId, now, usedAfter, pushedSince(now)],
  )

const CONSOLE_SESSIONS_MAX = 50

/** The user's sessions as operators see them, the most recently used first. */
export const readUserSessions = (
  database: Queryable,
  { userId, now }: { userId: number; now: Date },
): Promise<OwnSession[]> =>
  readRows(
    database,
    rowAs<OwnSession>('id'),
    `select ${OWN} from sessions where user_id = $1 and expires_at > $2
      order by last_used_at desc, id desc limit ${CONSOLE_SESSIONS_MAX}`,
    [userId, now],
  )

/** @returns the ended session's device, or `undefined` if the user has no such session */
export async function deleteOwnSession(
  tx: Queryable,
  { userId, id }: { userId: number; id: string },
): Promise<Pick<OwnSession, 'ip' | 'browser' | 'osType'> | undefined> {
  const [row] = await tx.query<Pick<OwnSession, 'ip' | 'browser' | 'osType'>>(
    'delete from sessions where user_id = $1 and id = $2 returning ip, browser, os_type as "osType"',
    [userId, id],
  )
  return row
}
