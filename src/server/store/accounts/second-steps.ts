import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'

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
