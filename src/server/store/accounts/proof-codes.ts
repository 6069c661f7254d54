import type { Queryable, Transaction } from '../database.ts'
import { type CodeColumns, type CodeRow, codeRow } from './one-time-codes.ts'

/** Stores the code by which a session proves anew; the earlier one stops working. */
export async function saveProofCode(
  database: Queryable,
  { sessionId, code }: { sessionId: number; code: CodeRow },
): Promise<void> {
  await database.query(
    `insert into proof_codes (session_id, code_salt, code_hash, code_expires_at, code_tries) values ($1, $2, $3, $4, $5)
      on conflict (session_id) do update set code_salt = excluded.code_salt, code_hash = excluded.code_hash,
        code_expires_at = excluded.code_expires_at, code_tries = excluded.code_tries`,
    [sessionId, code.salt, code.hash, code.expiresAt, code.tries],
  )
}

const READ = 'select code_salt, code_hash, code_expires_at, code_tries from proof_codes where session_id = $1'

export async function readProofCode(database: Queryable, sessionId: number): Promise<CodeRow | undefined> {
  const [row] = await database.query<CodeColumns>(READ, [sessionId])
  return row && codeRow(row)
}

/** Locked until the transaction ends. */
export async function lockProofCode(tx: Transaction, sessionId: number): Promise<CodeRow | undefined> {
  const [row] = await tx.query<CodeColumns>(`${READ} for update`, [sessionId])
  return row && codeRow(row)
}

export async function countWrongProofTry(tx: Transaction, sessionId: number): Promise<void> {
  await tx.query('update proof_codes set code_tries = code_tries + 1 where session_id = $1', [sessionId])
}

export async function deleteProofCode(tx: Transaction, sessionId: number): Promise<void> {
  await tx.query('delete from proof_codes where session_id = $1', [sessionId])
}
