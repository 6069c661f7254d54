import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'
import { CODE_COLUMNS, type CodeKey, type CodeRow, codeRow, saveCode } from './one-time-codes.ts'

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
  const { userId, sessionId, twoStep, email, sealedSecret, code } = change
  await tx.query(
    `insert into two_step_changes (user_id, two_step, email, totp_secret, session_id) values ($1, $2, $3, $4, $5)
      on conflict (user_id) do update set two_step = excluded.two_step, email = excluded.email,
        totp_secret = excluded.totp_secret, session_id = excluded.session_id`,
    [userId, twoStep, email ?? null, sealedSecret ?? null, sessionId],
  )
  await saveCode(tx, twoStepCode(userId), code)
}

type ChangeRow = CodeRow & {
  sessionId: bigint
  twoStep: TwoStep
  email: string | null
  sealedSecret: Uint8Array | null
}

const READ = `select session_id as "sessionId", two_step as "twoStep", email, totp_secret as "sealedSecret", ${CODE_COLUMNS}
  from two_step_changes join one_time_codes on purpose = 'two-step' and subject = user_id
  where user_id = $1`

/** `undefined` if no change was begun. */
export async function readTwoStepChange(database: Queryable, userId: number): Promise<TwoStepChange | undefined> {
  const [row] = await database.query<ChangeRow>(READ, [userId])
  return row && changeOf(userId, row)
}

/** The same, locked until the transaction ends. */
export async function lockTwoStepChange(tx: Transaction, userId: number): Promise<TwoStepChange | undefined> {
  const [row] = await tx.query<ChangeRow>(`${READ} for update`, [userId])
  return row && changeOf(userId, row)
}

const changeOf = (userId: number, { sessionId, twoStep, email, sealedSecret, ...row }: ChangeRow): TwoStepChange => ({
  ...{ userId, sessionId: toCount(sessionId), twoStep },
  ...{ email: email ?? undefined, sealedSecret: sealedSecret ?? undefined, code: codeRow(row) },
})

/** Its code goes with it. */
export async function deleteTwoStepChange(tx: Transaction, userId: number): Promise<void> {
  await tx.query('delete from two_step_changes where user_id = $1', [userId])
}
