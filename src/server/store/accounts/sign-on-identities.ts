import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'
import { type Row, rowAs } from '../row-as.ts'

/** A person at another provider. */
export interface SignOnPerson {
  readonly issuer: string
  readonly subject: string
  /** In small letters; absent if the provider has not proven it. */
  readonly email: string | undefined
}

export interface SignOnIdentityRow {
  readonly id: number
  readonly email: string | undefined
  readonly linkedAt: Date
  readonly lastUsedAt: Date | undefined
}

const COLUMNS = 'id, email, linked_at as "linkedAt", last_used_at as "lastUsedAt"'
const rowOf = rowAs<SignOnIdentityRow>('id')

/** The user whose account a person opens. */
export async function findSignOnUser(
  database: Queryable,
  { issuer, subject }: Pick<SignOnPerson, 'issuer' | 'subject'>,
): Promise<number | undefined> {
  const [row] = await database.query<{ user_id: bigint }>(
    'select user_id from sign_on_identities where issuer = $1 and subject = $2',
    [issuer, subject],
  )
  return row && toCount(row.user_id)
}

export async function recordSignOn(
  database: Queryable,
  { issuer, subject, email, at }: SignOnPerson & { at: Date },
): Promise<void> {
  await database.query(
    'update sign_on_identities set last_used_at = $4, email = coalesce($3, email) where issuer = $1 and subject = $2',
    [issuer, subject, email ?? null, at],
  )
}

/** @returns its id; `undefined` if the person is linked to an account, or the user to a person at that provider */
export async function insertSignOnIdentity(
  tx: Queryable,
  { userId, person, at }: { userId: number; person: SignOnPerson; at: Date },
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `insert into sign_on_identities (user_id, issuer, subject, email, linked_at) values ($1, $2, $3, $4, $5)
      on conflict do nothing returning id`,
    [userId, person.issuer, person.subject, person.email ?? null, at],
  )
  return row && toCount(row.id)
}

/** Oldest first. */
export async function readSignOnIdentities(database: Queryable, userId: number): Promise<SignOnIdentityRow[]> {
  const rows = await database.query<Row>(`select ${COLUMNS} from sign_on_identities where user_id = $1 order by id`, [
    userId,
  ])
  return rows.map(rowOf)
}

/** @param identity its id as received: digits */
export async function deleteSignOnIdentity(
  tx: Queryable,
  { userId, id }: { userId: number; id: string },
): Promise<SignOnIdentityRow | undefined> {
  const [row] = await tx.query<Row>(
    `delete from sign_on_identities where id = $1 and user_id = $2 returning ${COLUMNS}`,
    [id, userId],
  )
  return row && rowOf(row)
}

/** Whether the user has a password to log in with. In a transaction, locks the user until it ends. */
export async function lockHasPassword(tx: Queryable, userId: number): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>(
    'select password_hash is not null as has from users where id = $1 for update',
    [userId],
  )
  return row?.has ?? false
}

/** Whether an account has this e-mail address as its own proven one. */
export async function hasEmail(database: Queryable, email: string): Promise<boolean> {
  const rows = await database.query('select 1 from users where email = $1', [email])
  return rows.length > 0
}

/** Whether this session of the user is still open, with the user locked until the transaction ends. */
export async function isOpenSession(
  database: Queryable,
  { sessionId, userId, at }: { sessionId: number; userId: number; at: Date },
): Promise<boolean> {
  const rows = await database.query(
    `select 1 from sessions s join users u on u.id = s.user_id
      where s.id = $1 and s.user_id = $2 and s.expires_at > $3 and u.blocked_at is null for update of u`,
    [sessionId, userId, at],
  )
  return rows.length > 0
}
