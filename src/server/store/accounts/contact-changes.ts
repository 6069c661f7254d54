import type { Queryable, Transaction } from '../database.ts'
import { type CodeRow, codeRow } from './one-time-codes.ts'

export type ContactKind = 'MOBILE' | 'EMAIL'

/** A change of the mobile number or the e-mail address that waits for a code. */
export interface ContactChange {
  readonly userId: number
  /** The session that began it, which alone may continue it. */
  readonly sessionId: number
  readonly kind: ContactKind
  /** The account's proven contact when the change began. */
  readonly oldContact: string | undefined
  readonly newContact: string
  /** The contact whose code is awaited. */
  readonly awaited: 'OLD' | 'NEW'
  /** Whether the new number belongs to the person according to the registry; `undefined` if it was not asked. */
  readonly registry: 'CONFIRMED' | 'DOUBTFUL' | undefined
  readonly begunAt: Date
  /** `undefined` if none could be sent yet. */
  readonly code: CodeRow | undefined
}

interface Columns {
  old_contact: string | null
  new_contact: string
  awaited: 'OLD' | 'NEW'
  registry: 'CONFIRMED' | 'DOUBTFUL' | null
  begun_at: Date
  code_salt: Uint8Array | null
  code_hash: Uint8Array | null
  code_expires_at: Date | null
  code_tries: number
}

type ChangeKey = Pick<ContactChange, 'userId' | 'kind'>

/** Begins a change, or stores its next step. An earlier change is deleted. */
export async function saveContactChange(database: Queryable, change: ContactChange): Promise<void> {
  const { userId, kind, oldContact, newContact, awaited, registry, begunAt, code, sessionId } = change
  await database.query(
    `insert into contact_changes (user_id, kind, old_contact, new_contact, awaited, registry, begun_at,
        code_salt, code_hash, code_expires_at, code_tries, session_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (user_id, kind) do update set old_contact = excluded.old_contact, new_contact = excluded.new_contact,
        awaited = excluded.awaited, registry = excluded.registry, begun_at = excluded.begun_at,
        code_salt = excluded.code_salt, code_hash = excluded.code_hash, code_expires_at = excluded.code_expires_at,
        code_tries = excluded.code_tries, session_id = excluded.session_id`,
    [
      userId,
      kind,
      oldContact ?? null,
      newContact,
      awaited,
      registry ?? null,
      begunAt,
      code?.salt ?? null,
      code?.hash ?? null,
      code?.expiresAt ?? null,
      code?.tries ?? 0,
      sessionId,
    ],
  )
}

/** Locked until the transaction ends; `undefined` if the session has begun none after the time. */
export async function lockContactChange(
  tx: Transaction,
  { userId, kind, sessionId, begunAfter }: ChangeKey & { readonly sessionId: number; readonly begunAfter: Date },
): Promise<ContactChange | undefined> {
  const [row] = await tx.query<Columns>(
    `select old_contact, new_contact, awaited, registry, begun_at, code_salt, code_hash, code_expires_at, code_tries
      from contact_changes where user_id = $1 and kind = $2 and begun_at > $3 and session_id = $4 for update`,
    [userId, kind, begunAfter, sessionId],
  )
  if (!row) return undefined
  return {
    userId,
    sessionId,
    kind,
    oldContact: row.old_contact ?? undefined,
    newContact: row.new_contact,
    awaited: row.awaited,
    registry: row.registry ?? undefined,
    begunAt: row.begun_at,
    code: codeOf(row),
  }
}

function codeOf({ code_salt, code_hash, code_expires_at, code_tries }: Columns): CodeRow | undefined {
  if (!code_salt || !code_hash || !code_expires_at) return undefined
  return codeRow({ code_salt, code_hash, code_expires_at, code_tries })
}

export async function countWrongContactTry(tx: Transaction, { userId, kind }: ChangeKey): Promise<void> {
  await tx.query('update contact_changes set code_tries = code_tries + 1 where user_id = $1 and kind = $2', [
    userId,
    kind,
  ])
}

export async function deleteContactChange(database: Queryable, { userId, kind }: ChangeKey): Promise<void> {
  await database.query('delete from contact_changes where user_id = $1 and kind = $2', [userId, kind])
}

/** The account's present proven contact. */
export async function readContact(database: Queryable, { userId, kind }: ChangeKey): Promise<string | undefined> {
  const [row] = await database.query<{ mobile: string | null; email: string | null }>(
    'select mobile, email from users where id = $1',
    [userId],
  )
  return (kind === 'MOBILE' ? row?.mobile : row?.email) ?? undefined
}

/**
 * Gives the account its new, proven contact. @returns false if it belongs to another account @throws DatabaseError if another account takes
 * it at the same moment
 */
export async function replaceContact(
  tx: Transaction,
  { userId, kind, newContact }: ChangeKey & { readonly newContact: string },
): Promise<boolean> {
  const column = kind === 'MOBILE' ? 'mobile' : 'email'
  const [taken] = await tx.query(`select 1 from users where ${column} = $1 and id <> $2`, [newContact, userId])
  if (taken) return false
  await tx.query(`update users set ${column} = $2 where id = $1`, [userId, newContact])
  if (kind === 'EMAIL') await tx.query('update identities set email = $2 where user_id = $1', [userId, newContact])
  return true
}
