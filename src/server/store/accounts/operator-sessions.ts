import { toCount } from '#domain/counts.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import type { Queryable } from '../database.ts'

export interface NewOperatorSession {
  readonly userId: number
  /** SHA-256 of the token; the token itself is stored nowhere. */
  readonly tokenHash: Uint8Array
  readonly at: Date
  readonly expiresAt: Date
  readonly ip: string
  readonly device: string
}

export async function insertOperatorSession(database: Queryable, session: NewOperatorSession): Promise<void> {
  await database.query(
    `insert into operator_sessions (user_id, token_hash, created_at, proven_at, expires_at, ip, device)
      values ($1, $2, $3, $3, $4, $5, $6)`,
    [session.userId, session.tokenHash, session.at, session.expiresAt, session.ip, session.device],
  )
}

export interface OperatorSessionRow {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly createdAt: Date
  /** When the operator last entered an authenticator code, at the login or later. */
  readonly provenAt: Date
  readonly expiresAt: Date
}

/** The session of a present operator who is not frozen. */
export async function findOperatorSession(
  database: Queryable,
  { tokenHash, at }: { tokenHash: Uint8Array; at: Date },
): Promise<OperatorSessionRow | undefined> {
  const [row] = await database.query<{
    id: bigint
    user_id: bigint
    operator_name: string | null
    operator_roles: OperatorRole[]
    created_at: Date
    proven_at: Date
    expires_at: Date
  }>(
    `select s.id, s.user_id, u.operator_name, u.operator_roles, s.created_at, s.proven_at, s.expires_at
      from operator_sessions s join users u on u.id = s.user_id
      where s.token_hash = $1 and s.expires_at > $2 and u.role = 'OPERATOR' and u.blocked_at is null`,
    [tokenHash, at],
  )
  return (
    row && {
      id: toCount(row.id),
      userId: toCount(row.user_id),
      name: row.operator_name ?? '',
      roles: row.operator_roles,
      createdAt: row.created_at,
      provenAt: row.proven_at,
      expiresAt: row.expires_at,
    }
  )
}

export async function prolongOperatorSession(
  database: Queryable,
  { id, expiresAt }: { id: number; expiresAt: Date },
): Promise<void> {
  await database.query('update operator_sessions set expires_at = $2 where id = $1 and expires_at < $2', [
    id,
    expiresAt,
  ])
}

export async function saveOperatorProof(database: Queryable, { id, at }: { id: number; at: Date }): Promise<void> {
  await database.query('update operator_sessions set proven_at = $2 where id = $1', [id, at])
}

export async function deleteOperatorSession(database: Queryable, id: number): Promise<void> {
  await database.query('delete from operator_sessions where id = $1', [id])
}

/** Ends an operator's open sessions, and everybody's expired ones. */
export async function deleteOperatorSessions(
  database: Queryable,
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  await database.query('delete from operator_sessions where user_id = $1 or expires_at <= $2', [userId, at])
}
