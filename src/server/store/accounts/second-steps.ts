import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'
import { type CodeRow, codeRow } from './one-time-codes.ts'

/** The channels of a login's second step. */
export type TwoStep = 'SMS' | 'EMAIL' | 'GOOGLE_AUTHENTICATOR'

export interface TotpRow {
  /** Encrypted by the sealer. */
  readonly sealedSecret: Uint8Array
  /** The step of the last accepted code. */
  readonly lastStep: number | undefined
}

/** The user's authenticator, locked until the transaction ends; `undefined` if there is none. */
export async function lockTotp(tx: Transaction, userId: number): Promise<TotpRow | undefined> {
  const [row] = await tx.query<{ totp_secret: Uint8Array | null; totp_last_step: bigint | null }>(
    'select totp_secret, totp_last_step from users where id = $1 for update',
    [userId],
  )
  if (!row?.totp_secret) return undefined
  return {
    sealedSecret: row.totp_secret,
    lastStep: row.totp_last_step === null ? undefined : toCount(row.totp_last_step),
  }
}

export async function saveTotpStep(tx: Transaction, { userId, step }: { userId: number; step: number }): Promise<void> {
  await tx.query('update users set totp_last_step = $2 where id = $1', [userId, step])
}

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

export async function countRecoveryCodes(database: Queryable, userId: number): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(
    'select count(*) as count from recovery_codes where user_id = $1',
    [userId],
  )
  return row ? toCount(row.count) : 0
}

/** The confirmation of a change of the second step: by a code that was sent, or by one of the new authenticator. */
export type Confirmation =
  | { readonly kind: 'sent'; readonly code: CodeRow }
  | {
      readonly kind: 'authenticator'
      readonly sealedSecret: Uint8Array
      readonly expiresAt: Date
      readonly tries: number
    }

/** A change of the second step that waits for its code. */
export interface TwoStepChange {
  readonly userId: number
  /** The session that began it, which alone may complete it. */
  readonly sessionId: number
  readonly twoStep: TwoStep
  /** The address that the code proves. */
  readonly email: string | undefined
  readonly confirmation: Confirmation
}

/** Begins a change; an earlier one is deleted. */
export async function saveTwoStepChange(
  database: Queryable,
  { userId, sessionId, twoStep, email, confirmation }: TwoStepChange,
): Promise<void> {
  const { expiresAt } = confirmation.kind === 'sent' ? confirmation.code : confirmation
  await database.query(
    `insert into two_step_changes (user_id, two_step, email, totp_secret, code_salt, code_hash, code_expires_at, code_tries, session_id)
      values ($1, $2, $3, $4, $5, $6, $7, 0, $8)
      on conflict (user_id) do update set two_step = excluded.two_step, email = excluded.email,
        totp_secret = excluded.totp_secret, code_salt = excluded.code_salt, code_hash = excluded.code_hash,
        code_expires_at = excluded.code_expires_at, code_tries = 0,
        session_id = excluded.session_id`,
    [
      userId,
      twoStep,
      email ?? null,
      confirmation.kind === 'authenticator' ? confirmation.sealedSecret : null,
      confirmation.kind === 'sent' ? confirmation.code.salt : null,
      confirmation.kind === 'sent' ? confirmation.code.hash : null,
      expiresAt,
      sessionId,
    ],
  )
}

interface Columns {
  session_id: bigint
  two_step: TwoStep
  email: string | null
  totp_secret: Uint8Array | null
  code_salt: Uint8Array | null
  code_hash: Uint8Array | null
  code_expires_at: Date
  code_tries: number
}

const READ = `select two_step, email, totp_secret, code_salt, code_hash, code_expires_at, code_tries, session_id
  from two_step_changes where user_id = $1`

/** `undefined` if no change was begun. */
export async function readTwoStepChange(database: Queryable, userId: number): Promise<TwoStepChange | undefined> {
  const [row] = await database.query<Columns>(READ, [userId])
  return row && changeOf(userId, row)
}

/** The same, locked until the transaction ends. */
export async function lockTwoStepChange(tx: Transaction, userId: number): Promise<TwoStepChange | undefined> {
  const [row] = await tx.query<Columns>(`${READ} for update`, [userId])
  return row && changeOf(userId, row)
}

const changeOf = (userId: number, row: Columns): TwoStepChange => ({
  userId,
  sessionId: toCount(row.session_id),
  twoStep: row.two_step,
  email: row.email ?? undefined,
  confirmation: confirmationOf(row),
})

function confirmationOf(row: Columns): Confirmation {
  const { totp_secret, code_salt, code_hash, code_expires_at, code_tries } = row
  if (totp_secret)
    return { kind: 'authenticator', sealedSecret: totp_secret, expiresAt: code_expires_at, tries: code_tries }
  if (!code_salt || !code_hash) throw new Error('a change of the second step has neither code nor secret')
  return { kind: 'sent', code: codeRow({ code_salt, code_hash, code_expires_at, code_tries }) }
}

export async function countWrongChangeTry(tx: Transaction, userId: number): Promise<void> {
  await tx.query('update two_step_changes set code_tries = code_tries + 1 where user_id = $1', [userId])
}

export async function deleteTwoStepChange(tx: Transaction, userId: number): Promise<void> {
  await tx.query('delete from two_step_changes where user_id = $1', [userId])
}
