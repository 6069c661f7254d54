import { toCount } from '#domain/counts.ts'
import type { MobileNumber } from '#domain/mobile-number.ts'
import type { Queryable } from '../database.ts'

/** What deciding on an operator's login needs to know. */
export interface OperatorSecrets {
  readonly id: number
  readonly passwordHash: string | undefined
  readonly blocked: boolean
}

export async function findOperatorSecrets(
  database: Queryable,
  mobile: MobileNumber,
): Promise<OperatorSecrets | undefined> {
  const [row] = await database.query<{ id: bigint; password_hash: string | null; blocked: boolean }>(
    `select id, password_hash, blocked_at is not null as blocked from users where mobile = $1 and role = 'OPERATOR'`,
    [mobile],
  )
  return row && { id: toCount(row.id), passwordHash: row.password_hash ?? undefined, blocked: row.blocked }
}

/** Makes an account that was just added an operator's. It has no keys yet. */
export async function makeOperator(tx: Queryable, { userId, name }: { userId: number; name: string }): Promise<void> {
  await tx.query(`update users set role = 'OPERATOR', operator_name = $2 where id = $1`, [userId, name])
}

/** The password's hash and the authenticator's sealed seed, in the place of any earlier ones. */
export async function saveOperatorKeys(
  tx: Queryable,
  keys: { readonly userId: number; readonly passwordHash: string; readonly totpSecret: Uint8Array },
): Promise<void> {
  await tx.query(
    `update users set password_hash = $2, totp_secret = $3, totp_last_step = null, two_step = 'GOOGLE_AUTHENTICATOR'
      where id = $1 and role = 'OPERATOR'`,
    [keys.userId, keys.passwordHash, keys.totpSecret],
  )
}

export async function countOperators(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(`select count(*) from users where role = 'OPERATOR'`)
  return toCount(row?.count ?? 0n)
}

/** An operator whom two others have added since, and who has no keys yet. */
export async function findWithoutKeys(
  database: Queryable,
  { mobile, since }: { mobile: MobileNumber; since: Date },
): Promise<{ readonly id: number; readonly name: string } | undefined> {
  const [row] = await database.query<{ id: bigint; operator_name: string | null }>(
    `select id, operator_name from users where mobile = $1 and role = 'OPERATOR' and password_hash is null and blocked_at is null
      and exists (select 1 from proposals where kind = 'ADD_OPERATOR' and user_id = users.id and decision = 'APPROVED'
        and decided_at > $2)`,
    [mobile, since],
  )
  return row && { id: toCount(row.id), name: row.operator_name ?? '' }
}
