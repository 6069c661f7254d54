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

export interface OperatorSetup {
  readonly userId: number
  readonly name: string
  readonly passwordHash: string
  /** Sealed, of the authenticator. */
  readonly totpSecret: Uint8Array
}

/** Makes an account that was just added an operator's. */
export async function makeOperator(tx: Queryable, setup: OperatorSetup): Promise<void> {
  await tx.query(
    `update users set role = 'OPERATOR', operator_name = $2, password_hash = $3, totp_secret = $4,
      two_step = 'GOOGLE_AUTHENTICATOR' where id = $1`,
    [setup.userId, setup.name, setup.passwordHash, setup.totpSecret],
  )
}
