import type { Queryable } from '../database.ts'

/** A one-time code as it is stored: salted and hashed, with its expiry and the wrong tries so far. */
export interface CodeRow {
  readonly salt: Uint8Array
  readonly hash: Uint8Array
  readonly expiresAt: Date
  readonly tries: number
}

export interface CodeColumns {
  code_salt: Uint8Array
  code_hash: Uint8Array
  code_expires_at: Date
  code_tries: number
}

export const codeRow = (row: CodeColumns): CodeRow => ({
  salt: row.code_salt,
  hash: row.code_hash,
  expiresAt: row.code_expires_at,
  tries: row.code_tries,
})

/** Stores a user's identity code; the earlier one stops working. */
export async function saveIdentityCode(
  database: Queryable,
  { userId, code }: { userId: number; code: CodeRow },
): Promise<void> {
  await database.query(
    `insert into identity_codes (user_id, code_salt, code_hash, code_expires_at, code_tries) values ($1, $2, $3, $4, $5)
      on conflict (user_id) do update set code_salt = excluded.code_salt, code_hash = excluded.code_hash,
        code_expires_at = excluded.code_expires_at, code_tries = excluded.code_tries`,
    [userId, code.salt, code.hash, code.expiresAt, code.tries],
  )
}

/** Locked until the transaction ends. */
export async function lockIdentityCode(tx: Queryable, userId: number): Promise<CodeRow | undefined> {
  const [row] = await tx.query<CodeColumns>(
    'select code_salt, code_hash, code_expires_at, code_tries from identity_codes where user_id = $1 for update',
    [userId],
  )
  return row && codeRow(row)
}

export async function countWrongIdentityTry(tx: Queryable, userId: number): Promise<void> {
  await tx.query('update identity_codes set code_tries = code_tries + 1 where user_id = $1', [userId])
}

export async function deleteIdentityCode(tx: Queryable, userId: number): Promise<void> {
  await tx.query('delete from identity_codes where user_id = $1', [userId])
}
