import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'

export interface WaitingWithdrawal {
  readonly id: number
  readonly userId: number
  readonly tokenType: string
  readonly holdReference: string
}

/** Withdrawals that were raised and neither sent nor given up, oldest first. */
export async function readWaitingWithdrawals(database: Queryable): Promise<WaitingWithdrawal[]> {
  const rows = await database.query<{ id: bigint; user_id: bigint; token_type: string; hold_reference: string }>(
    `select id, user_id, token_type, hold_reference from withdrawals where status = 'RAISED_BY_USER' order by id`,
  )
  return rows.map((row) => ({
    id: toCount(row.id),
    userId: toCount(row.user_id),
    tokenType: row.token_type,
    holdReference: row.hold_reference,
  }))
}

/** Marks those whose hold was released as not executed. Returns how many. */
export async function markReleasedWithdrawals(database: Queryable, ids: readonly number[]): Promise<number> {
  const rows = await database.query(
    `update withdrawals set status = 'UNCONFIRMED' from holds
     where withdrawals.id = any($1::bigint[]) and withdrawals.status = 'RAISED_BY_USER'
       and holds.reference = hold_reference and holds.status = 'RELEASED'
     returning withdrawals.id`,
    [ids],
  )
  return rows.length
}
