import { toCount } from '#domain/counts.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Queryable, Transaction } from '../database.ts'
import { type CodeColumns, type CodeRow, codeRow } from './one-time-codes.ts'

/** Stores the code shown at an approval; an earlier one stops working. */
export async function saveHandoverCode(
  tx: Transaction,
  { userId, code }: { userId: number; code: CodeRow },
): Promise<void> {
  await tx.query(
    `insert into handover_codes (user_id, code_salt, code_hash, code_expires_at, code_tries) values ($1, $2, $3, $4, $5)
      on conflict (user_id) do update set code_salt = excluded.code_salt, code_hash = excluded.code_hash,
        code_expires_at = excluded.code_expires_at, code_tries = excluded.code_tries`,
    [userId, code.salt, code.hash, code.expiresAt, code.tries],
  )
}

/** An operator without keys whom two others have added, or given new keys, within a day; with the code of the approval. */
export async function findWithoutKeys(
  database: Queryable,
  { mobile, at }: { mobile: MobileNumber; at: Date },
): Promise<{ readonly id: number; readonly handover: CodeRow } | undefined> {
  const [row] = await database.query<CodeColumns & { id: bigint }>(
    `select id, code_salt, code_hash, code_expires_at, code_tries from users join handover_codes on handover_codes.user_id = users.id and code_expires_at > $2
      where mobile = $1 and role = 'OPERATOR' and password_hash is null and blocked_at is null`,
    [mobile, at],
  )
  return row && { id: toCount(row.id), handover: codeRow(row) }
}

/** A set-up in progress. */
export interface SetUpRow {
  readonly userId: number
  readonly name: string
  readonly code: CodeRow
  /** Keys that were shown and are not confirmed yet. */
  readonly keys: { readonly passwordHash: string; readonly totpSecret: Uint8Array } | undefined
}

/** Stores a new set-up; those from before `since` have expired. */
export async function insertSetUp(
  tx: Transaction,
  {
    tokenHash,
    userId,
    code,
    at,
    since,
  }: { tokenHash: Uint8Array; userId: number; code: CodeRow; at: Date; since: Date },
): Promise<void> {
  await tx.query('delete from operator_set_ups where begun_at <= $1', [since])
  await tx.query(
    `insert into operator_set_ups (token_hash, user_id, begun_at, code_salt, code_hash, code_expires_at, code_tries)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    [tokenHash, userId, at, code.salt, code.hash, code.expiresAt, code.tries],
  )
}

/** The set-up with this token, of an operator who still needs keys; locked until the transaction ends. */
export async function lockSetUp(
  tx: Transaction,
  { tokenHash, since }: { tokenHash: Uint8Array; since: Date },
): Promise<SetUpRow | undefined> {
  const [row] = await tx.query<
    CodeColumns & {
      user_id: bigint
      operator_name: string | null
      password_hash: string | null
      totp_secret: Uint8Array | null
    }
  >(
    `select user_id, operator_name, code_salt, code_hash, code_expires_at, code_tries, set_up.password_hash, set_up.totp_secret
      from operator_set_ups set_up join users on users.id = user_id
      where token_hash = $1 and begun_at > $2 and users.password_hash is null and blocked_at is null
        and exists (select 1 from handover_codes where handover_codes.user_id = users.id)
      for update`,
    [tokenHash, since],
  )
  if (!row) return undefined
  const { password_hash: passwordHash, totp_secret: totpSecret } = row
  return {
    userId: toCount(row.user_id),
    name: row.operator_name ?? '',
    code: codeRow(row),
    keys: passwordHash === null || totpSecret === null ? undefined : { passwordHash, totpSecret },
  }
}

/** Counts a wrong code of the message or of the new authenticator. */
export async function countWrongSetUp(tx: Transaction, tokenHash: Uint8Array): Promise<void> {
  await tx.query('update operator_set_ups set code_tries = code_tries + 1 where token_hash = $1', [tokenHash])
}

/** Stores the keys shown until they are confirmed; the count of tries starts again. */
export async function saveSetUpKeys(
  tx: Transaction,
  { tokenHash, passwordHash, totpSecret }: { tokenHash: Uint8Array; passwordHash: string; totpSecret: Uint8Array },
): Promise<void> {
  await tx.query(
    'update operator_set_ups set password_hash = $2, totp_secret = $3, code_tries = 0 where token_hash = $1',
    [tokenHash, passwordHash, totpSecret],
  )
}

/** Deletes all of an operator's set-ups, including those begun by others, and the code of the approval. */
export async function deleteSetUps(tx: Transaction, userId: number): Promise<void> {
  await tx.query('delete from operator_set_ups where user_id = $1', [userId])
  await tx.query('delete from handover_codes where user_id = $1', [userId])
}
