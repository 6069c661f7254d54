import type { ProofPurpose } from '#domain/proof-purpose.ts'
import type { Queryable, Transaction } from '../database.ts'

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

/** A code with the purpose of its proof. */
export interface ProofCode {
  readonly code: CodeRow
  readonly purpose: ProofPurpose | undefined
}

/** Stores the code for a session's next proof; the earlier one stops working. */
export async function saveProofCode(
  database: Queryable,
  { sessionId, code, purpose }: ProofCode & { readonly sessionId: number },
): Promise<void> {
  await database.query(
    `insert into proof_codes (session_id, code_salt, code_hash, code_expires_at, code_tries, purpose) values ($1, $2, $3, $4, $5, $6)
      on conflict (session_id) do update set code_salt = excluded.code_salt, code_hash = excluded.code_hash,
        code_expires_at = excluded.code_expires_at, code_tries = excluded.code_tries,
        purpose = excluded.purpose`,
    [sessionId, code.salt, code.hash, code.expiresAt, code.tries, purpose ?? null],
  )
}

interface Columns extends CodeColumns {
  purpose: ProofPurpose | null
}

const READ = 'select code_salt, code_hash, code_expires_at, code_tries, purpose from proof_codes where session_id = $1'

const proofCodeOf = (row: Columns): ProofCode => ({ code: codeRow(row), purpose: row.purpose ?? undefined })

export async function readProofCode(database: Queryable, sessionId: number): Promise<ProofCode | undefined> {
  const [row] = await database.query<Columns>(READ, [sessionId])
  return row && proofCodeOf(row)
}

/** Locked until the transaction ends. */
export async function lockProofCode(tx: Transaction, sessionId: number): Promise<ProofCode | undefined> {
  const [row] = await tx.query<Columns>(`${READ} for update`, [sessionId])
  return row && proofCodeOf(row)
}

export async function countWrongProofTry(tx: Transaction, sessionId: number): Promise<void> {
  await tx.query('update proof_codes set code_tries = code_tries + 1 where session_id = $1', [sessionId])
}

export async function deleteProofCode(tx: Transaction, sessionId: number): Promise<void> {
  await tx.query('delete from proof_codes where session_id = $1', [sessionId])
}
