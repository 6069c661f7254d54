import { toCount } from '#domain/counts.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Queryable, Transaction } from '../database.ts'
import { insertWithId, updateRows } from '../rows.ts'
import { CODE_COLUMNS, type CodeKey, type CodeRow, codeRow, deleteCode, saveCode } from './one-time-codes.ts'

/** The code that an approval shows, to be handed over to the new operator. */
export const handoverCodeKey = (userId: number): CodeKey => ({ purpose: 'handover', subject: userId })
export const setUpCodeKey = ({ id }: Pick<SetUpRow, 'id'>): CodeKey => ({ purpose: 'operator-set-up', subject: id })

/** An operator without keys, which are a password and an authenticator, whose approval is younger than a day; with its code. */
export async function findWithoutKeys(
  database: Queryable,
  { mobile, at }: { mobile: MobileNumber; at: Date },
): Promise<{ readonly id: number; readonly handover: CodeRow } | undefined> {
  const [row] = await database.query<CodeRow & { id: bigint }>(
    `select id, ${CODE_COLUMNS} from users join one_time_codes on purpose = 'handover' and subject = id and expires_at > $2
      where mobile = $1 and role = 'OPERATOR' and password_hash is null and blocked_at is null`,
    [mobile, at],
  )
  return row && { id: toCount(row.id), handover: codeRow(row) }
}

/** A set-up in progress. */
export interface SetUpRow {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly code: CodeRow
  /** Keys that were shown and are not confirmed yet. */
  readonly keys: { readonly passwordHash: string; readonly totpSecret: Uint8Array } | undefined
}

/** Stores a new set-up with its code; those from before `since` have expired. */
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
  const id = await insertWithId(tx, 'operator_set_ups', { tokenHash, userId, begunAt: at })
  await saveCode(tx, setUpCodeKey({ id }), code)
}

type Row = CodeRow & {
  id: bigint
  userId: bigint
  name: string | null
  passwordHash: string | null
  totpSecret: Uint8Array | null
}

/** The set-up with this token, of an operator who still needs keys; locked until the transaction ends. */
export async function lockSetUp(
  tx: Transaction,
  { tokenHash, since }: { tokenHash: Uint8Array; since: Date },
): Promise<SetUpRow | undefined> {
  const [row] = await tx.query<Row>(
    `select set_up.id, user_id as "userId", operator_name as name, set_up.password_hash as "passwordHash",
        set_up.totp_secret as "totpSecret", ${CODE_COLUMNS}
      from operator_set_ups set_up join users on users.id = user_id
        join one_time_codes on purpose = 'operator-set-up' and subject = set_up.id
      where token_hash = $1 and begun_at > $2 and users.password_hash is null and blocked_at is null
        and exists (select from one_time_codes handed where handed.purpose = 'handover' and handed.subject = user_id)
      for update`,
    [tokenHash, since],
  )
  if (!row) return undefined
  const { id, userId, name, passwordHash, totpSecret } = row
  const keys = passwordHash === null || totpSecret === null ? undefined : { passwordHash, totpSecret }
  return { id: toCount(id), userId: toCount(userId), name: name ?? '', code: codeRow(row), keys }
}

/** Stores the keys that were shown; they count only once they are confirmed. The count of tries starts again. */
export async function saveSetUpKeys(
  tx: Transaction,
  { setUp, passwordHash, totpSecret }: { setUp: SetUpRow; passwordHash: string; totpSecret: Uint8Array },
): Promise<void> {
  await updateRows(tx, 'operator_set_ups', { id: setUp.id }, { passwordHash, totpSecret })
  await saveCode(tx, setUpCodeKey(setUp), { ...setUp.code, tries: 0 })
}

/** Deletes all of an operator's set-ups, including those begun by others, and the code of the approval. */
export async function deleteSetUps(tx: Transaction, userId: number): Promise<void> {
  await tx.query('delete from operator_set_ups where user_id = $1', [userId])
  await deleteCode(tx, handoverCodeKey(userId))
}
