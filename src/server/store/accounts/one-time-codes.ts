import type { ProofPurpose } from '#domain/proof-purpose.ts'
import type { Queryable, Transaction } from '../database.ts'
import { countOf, findRow, type Row, rowAs, saveRow, updateRows } from '../rows.ts'

/** A one-time code as it is stored: salted and hashed, with its expiry and the wrong tries so far. */
export interface CodeRow {
  readonly salt: Uint8Array
  readonly hash: Uint8Array
  readonly expiresAt: Date
  readonly tries: number
}

/** A subject has one code of a purpose at a time. */
export interface CodeKey {
  readonly purpose:
    | 'identity'
    | 'handover'
    | 'two-step'
    | 'change-mobile'
    | 'change-email'
    | 'proof'
    | 'sign-in'
    | 'operator-set-up'
    | 'withdrawal'
  /** The id of the session (proof, withdrawal), of the sign-in, of the operator's set-up; for the others, of the user. */
  readonly subject: number
}

/** The columns of a `CodeRow`, for the flows that read their code in a join. */
export const CODE_COLUMNS = 'salt, hash, expires_at as "expiresAt", tries'
export const codeRow = ({ salt, hash, expiresAt, tries }: CodeRow): CodeRow => ({ salt, hash, expiresAt, tries })

/** The code of a proof proves only what it was asked for. */
type SavedCode = CodeRow & {
  readonly proves?: ProofPurpose | undefined
  /** The withdrawal that it belongs to, as one text. */
  readonly boundTo?: string | undefined
}

/** Stores a code; the subject's earlier one and its tries stop counting. */
export const saveCode = (database: Queryable, { purpose, subject }: CodeKey, code: SavedCode): Promise<void> =>
  saveRow(
    database,
    'one_time_codes',
    { purpose, subject },
    {
      ...codeRow(code),
      proves: code.proves,
      boundTo: code.boundTo,
    },
  )

const READ = `select ${CODE_COLUMNS}, proves, bound_to as "boundTo" from one_time_codes where purpose = $1 and subject = $2`
const savedCode = rowAs<SavedCode>()

export const readCode = (database: Queryable, { purpose, subject }: CodeKey): Promise<SavedCode | undefined> =>
  findRow(database, savedCode, READ, [purpose, subject])

/** Locked until the transaction ends. */
export const lockCode = (tx: Transaction, { purpose, subject }: CodeKey): Promise<SavedCode | undefined> =>
  findRow(tx, savedCode, `${READ} for update`, [purpose, subject])

/** Counts in the transaction of the check, which is committed although the call is refused. */
export async function countWrongTry(tx: Transaction, { purpose, subject }: CodeKey): Promise<void> {
  await tx.query('update one_time_codes set tries = tries + 1 where purpose = $1 and subject = $2', [purpose, subject])
}

export async function deleteCode(tx: Transaction, { purpose, subject }: CodeKey): Promise<void> {
  await tx.query('delete from one_time_codes where purpose = $1 and subject = $2', [purpose, subject])
}

export const identityCode = (userId: number): CodeKey => ({ purpose: 'identity', subject: userId })

/** The channels of a login's second step. */
export type TwoStep = 'SMS' | 'EMAIL' | 'GOOGLE_AUTHENTICATOR'

export interface TotpRow {
  /** Encrypted by the sealer. */
  readonly sealedSecret: Uint8Array
  /** The step of the last accepted code. */
  readonly lastStep: number | undefined
}

/** The user's authenticator, locked until the transaction ends; `undefined` if there is none. */
export const lockTotp = (tx: Transaction, userId: number): Promise<TotpRow | undefined> =>
  findRow(
    tx,
    rowAs<TotpRow>('lastStep'),
    `select totp_secret as "sealedSecret", totp_last_step as "lastStep" from users
      where id = $1 and totp_secret is not null for update`,
    [userId],
  )

export const saveTotpStep = (tx: Transaction, { userId, step }: { userId: number; step: number }): Promise<void> =>
  updateRows(tx, 'users', { id: userId }, { totpLastStep: step })

/** Replaces all of the user's recovery codes. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { userId, hashes, at }: { userId: number; hashes: readonly Uint8Array[]; at: Date },
): Promise<void> {
  await tx.query('delete from recovery_codes where user_id = $1', [userId])
  await tx.query('insert into recovery_codes (user_id, code_hash, made_at) select $1, unnest($2::bytea[]), $3', [
    userId,
    hashes,
    at,
  ])
}

/** Uses up a recovery code. @returns when it was created, if the user had it; of two concurrent calls only one gets it */
export async function takeRecoveryCode(
  tx: Transaction,
  { userId, hashes }: { userId: number; hashes: readonly Uint8Array[] },
): Promise<Date | undefined> {
  const [taken] = await tx.query<{ made_at: Date }>(
    'delete from recovery_codes where user_id = $1 and code_hash = any($2::bytea[]) returning made_at',
    [userId, hashes],
  )
  return taken?.made_at
}

export const countRecoveryCodes = (database: Queryable, userId: number): Promise<number> =>
  countOf(database, 'select count(*) as count from recovery_codes where user_id = $1', [userId])

/** A change of the second step that waits for its code. */
export interface TwoStepChange {
  readonly userId: number
  /** The session that began it, which alone may complete it. */
  readonly sessionId: number
  readonly twoStep: TwoStep
  /** The address that the code proves. */
  readonly email: string | undefined
  /** Of the new authenticator: its own code confirms the change, and nobody learns the stored one, which counts the tries. */
  readonly sealedSecret: Uint8Array | undefined
  readonly code: CodeRow
}

export const twoStepCode = (userId: number): CodeKey => ({ purpose: 'two-step', subject: userId })

/** Begins a change; an earlier one is replaced. */
export async function saveTwoStepChange(tx: Transaction, change: TwoStepChange): Promise<void> {
  const { userId, code, sealedSecret, ...asked } = change
  await saveRow(tx, 'two_step_changes', { userId }, { ...asked, totpSecret: sealedSecret })
  await saveCode(tx, twoStepCode(userId), code)
}

type ChangeRow = CodeRow & Row
const changeOf = (userId: number, { salt, hash, expiresAt, tries, ...row }: ChangeRow): TwoStepChange => ({
  ...rowAs<Omit<TwoStepChange, 'userId' | 'code'>>('sessionId')(row),
  ...{ userId, code: { salt, hash, expiresAt, tries } },
})

const CHANGE = `select session_id as "sessionId", two_step as "twoStep", email, totp_secret as "sealedSecret", ${CODE_COLUMNS}
  from two_step_changes join one_time_codes on purpose = 'two-step' and subject = user_id
  where user_id = $1`

/** `undefined` if no change was begun. */
export async function readTwoStepChange(database: Queryable, userId: number): Promise<TwoStepChange | undefined> {
  const [row] = await database.query<ChangeRow>(CHANGE, [userId])
  return row && changeOf(userId, row)
}

/** The same, locked until the transaction ends. */
export async function lockTwoStepChange(tx: Transaction, userId: number): Promise<TwoStepChange | undefined> {
  const [row] = await tx.query<ChangeRow>(`${CHANGE} for update`, [userId])
  return row && changeOf(userId, row)
}

/** Its code goes with it. */
export async function deleteTwoStepChange(tx: Transaction, userId: number): Promise<void> {
  await tx.query('delete from two_step_changes where user_id = $1', [userId])
}

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
  const { userId, kind, code, ...step } = change
  await saveRow(tx, 'contact_changes', { userId, kind }, { ...step })
  if (code) await saveCode(tx, contactCode(change), code)
  else await deleteCode(tx, contactCode(change))
}

const contactChange = rowAs<Omit<ContactChange, 'userId' | 'sessionId' | 'kind' | 'code'>>()

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
  return { ...contactChange(row), userId, sessionId, kind, code }
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
