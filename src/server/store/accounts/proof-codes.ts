import type { ProofPurpose } from '#domain/proof-purpose.ts'
import type { Queryable, Transaction } from '../database.ts'
import { type CodeColumns, type CodeRow, codeRow } from './one-time-codes.ts'

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
