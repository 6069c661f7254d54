import type { ProofPurpose } from '#domain/proof-purpose.ts'
import type { Queryable, Transaction } from '../database.ts'

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
  /** The id of the session (proof), of the sign-in, of the operator's set-up; for the others, of the user. */
  readonly subject: number
}

/** The columns of a `CodeRow`, for the flows that read their code in a join. */
export const CODE_COLUMNS = 'salt, hash, expires_at as "expiresAt", tries'
export const codeRow = ({ salt, hash, expiresAt, tries }: CodeRow): CodeRow => ({ salt, hash, expiresAt, tries })

/** The code of a proof proves only what it was asked for. */
type SavedCode = CodeRow & { readonly proves?: ProofPurpose | undefined }

/** Stores a code; the subject's earlier one and its tries stop counting. */
export async function saveCode(database: Queryable, { purpose, subject }: CodeKey, code: SavedCode): Promise<void> {
  await database.query(
    `insert into one_time_codes (purpose, subject, salt, hash, expires_at, tries, proves) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (purpose, subject) do update set salt = excluded.salt, hash = excluded.hash,
        expires_at = excluded.expires_at, tries = excluded.tries, proves = excluded.proves`,
    [purpose, subject, code.salt, code.hash, code.expiresAt, code.tries, code.proves ?? null],
  )
}

const READ = `select ${CODE_COLUMNS}, proves from one_time_codes where purpose = $1 and subject = $2`
type Kept = CodeRow & { readonly proves: ProofPurpose | null }
const keptCode = (row: Kept | undefined): SavedCode | undefined => row && { ...row, proves: row.proves ?? undefined }

export async function readCode(database: Queryable, { purpose, subject }: CodeKey): Promise<SavedCode | undefined> {
  const [row] = await database.query<Kept>(READ, [purpose, subject])
  return keptCode(row)
}

/** Locked until the transaction ends. */
export async function lockCode(tx: Transaction, { purpose, subject }: CodeKey): Promise<SavedCode | undefined> {
  const [row] = await tx.query<Kept>(`${READ} for update`, [purpose, subject])
  return keptCode(row)
}

/** Counts in the transaction of the check, which is committed although the call is refused. */
export async function countWrongTry(tx: Transaction, { purpose, subject }: CodeKey): Promise<void> {
  await tx.query('update one_time_codes set tries = tries + 1 where purpose = $1 and subject = $2', [purpose, subject])
}

export async function deleteCode(tx: Transaction, { purpose, subject }: CodeKey): Promise<void> {
  await tx.query('delete from one_time_codes where purpose = $1 and subject = $2', [purpose, subject])
}

export const identityCode = (userId: number): CodeKey => ({ purpose: 'identity', subject: userId })
