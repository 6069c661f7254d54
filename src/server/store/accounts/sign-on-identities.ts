import type { Queryable } from '../database.ts'
import { findNumber, findRow, hasRows, readRows, rowAs, tryInsert } from '../rows.ts'

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
export const findSignOnUser = (
  database: Queryable,
  { issuer, subject }: Pick<SignOnPerson, 'issuer' | 'subject'>,
): Promise<number | undefined> =>
  findNumber(database, 'select user_id from sign_on_identities where issuer = $1 and subject = $2', [issuer, subject])

export async function recordSignOn(
  database: Queryable,
  { issuer, subject, email, at }: SignOnPerson & { at: Date },
): Promise<void> {
  await database.query(
    'update sign_on_identities set last_used_at = $4, email = coalesce($3, email) where issuer = $1 and subject = $2',
    [issuer, subject, email, at],
  )
}

/** @returns its id; `undefined` if the person is linked to an account, or the user to a person at that provider */
export const insertSignOnIdentity = (
  tx: Queryable,
  { userId, person, at }: { userId: number; person: SignOnPerson; at: Date },
): Promise<number | undefined> => {
  const { issuer, subject, email } = person
  return tryInsert(tx, 'sign_on_identities', { userId, issuer, subject, email, linkedAt: at })
}

/** Oldest first. */
export const readSignOnIdentities = (database: Queryable, userId: number): Promise<SignOnIdentityRow[]> =>
  readRows(database, rowOf, `select ${COLUMNS} from sign_on_identities where user_id = $1 order by id`, [userId])

/** @param identity its id as received: digits */
export const deleteSignOnIdentity = (
  tx: Queryable,
  { userId, id }: { userId: number; id: string },
): Promise<SignOnIdentityRow | undefined> =>
  findRow(tx, rowOf, `delete from sign_on_identities where id = $1 and user_id = $2 returning ${COLUMNS}`, [id, userId])

/** Whether the user has a password to log in with. In a transaction, locks the user until it ends. */
export async function lockHasPassword(tx: Queryable, userId: number): Promise<boolean> {
  const [row] = await tx.query<{ has: boolean }>(
    'select password_hash is not null as has from users where id = $1 for update',
    [userId],
  )
  return row?.has ?? false
}

/** Whether an account has this e-mail address as its own proven one. */
export const hasEmail = (database: Queryable, email: string): Promise<boolean> =>
  hasRows(database, 'select 1 from users where email = $1', [email])

/** Whether this session of the user is still open, with the user locked until the transaction ends. */
export const isOpenSession = (
  database: Queryable,
  { sessionId, userId, at }: { sessionId: number; userId: number; at: Date },
): Promise<boolean> =>
  hasRows(
    database,
    `select 1 from sessions s join users u on u.id = s.user_id
      where s.id = $1 and s.user_id = $2 and s.expires_at > $3 and u.blocked_at is null for update of u`,
    [sessionId, userId, at],
  )
