import type { Queryable, Transaction } from '../database.ts'
import { type CodeKey, type CodeRow, deleteCode, lockCode, saveCode } from './one-time-codes.ts'

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

type ChangeKey = Pick<ContactChange, 'userId' | 'kind'>

export const contactCode = ({ userId, kind }: ChangeKey): CodeKey => ({
  purpose: kind === 'MOBILE' ? 'change-mobile' : 'change-email',
  subject: userId,
})

/** Begins a change, or stores its next step. An earlier change is replaced, and so is its code. */
export async function saveContactChange(tx: Transaction, change: ContactChange): Promise<void> {
  const { userId, kind, oldContact, newContact, awaited, registry, begunAt, code, sessionId } = change
  await tx.query(
    `insert into contact_changes (user_id, kind, old_contact, new_contact, awaited, registry, begun_at, session_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (user_id, kind) do update set old_contact = excluded.old_contact, new_contact = excluded.new_contact,
        awaited = excluded.awaited, registry = excluded.registry, begun_at = excluded.begun_at, session_id = excluded.session_id`,
    [userId, kind, oldContact ?? null, newContact, awaited, registry ?? null, begunAt, sessionId],
  )
  if (code) await saveCode(tx, contactCode(change), code)
  else await deleteCode(tx, contactCode(change))
}

type Row = Pick<ContactChange, 'newContact' | 'awaited' | 'begunAt'> & {
  oldContact: string | null
  registry: 'CONFIRMED' | 'DOUBTFUL' | null
}

/** Locked until the transaction ends, with its code; `undefined` if the session has begun none after the time. */
export async function lockContactChange(
  tx: Transaction,
  { userId, kind, sessionId, begunAfter }: ChangeKey & { readonly sessionId: number; readonly begunAfter: Date },
): Promise<ContactChange | undefined> {
  const [row] = await tx.query<Row>(
    `select old_contact as "oldContact", new_contact as "newContact", awaited, registry, begun_at as "begunAt"
      from contact_changes where user_id = $1 and kind = $2 and begun_at > $3 and session_id = $4 for update`,
    [userId, kind, begunAfter, sessionId],
  )
  if (!row) return undefined
  // A statement of its own: it sees the tries that were counted while this one waited for the change.
  const code = await lockCode(tx, contactCode({ userId, kind }))
  const { oldContact, registry } = row
  return { ...row, userId, sessionId, kind, oldContact: oldContact ?? undefined, registry: registry ?? undefined, code }
}

/** Its code goes with it. */
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
