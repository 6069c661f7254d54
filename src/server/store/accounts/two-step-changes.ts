import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'
import { type CodeRow, codeRow } from './one-time-codes.ts'
import type { TwoStep } from './second-steps.ts'

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
