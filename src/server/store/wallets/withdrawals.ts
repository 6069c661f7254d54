import type { Queryable } from '../database.ts'
import { readRows, rowAs } from '../rows.ts'

export interface UnsentWithdrawal {
  readonly id: number
  readonly userId: number
  readonly holdReference: string
}

/**
 * Gives up withdrawals over networks that are not served, unless an attempt to send them was ever made. Afterwards none can be made. Returns
 * them with those that were given up before and not completed, oldest first.
 */
export async function giveUpUnsent(
  database: Queryable,
  { served, at }: { served: readonly string[]; at: Date },
): Promise<UnsentWithdrawal[]> {
  const rows = await readRows(
    database,
    rowAs<UnsentWithdrawal>('id', 'userId'),
    `update withdrawals set given_up_at = coalesce(given_up_at, $2)
     where status = 'RAISED_BY_USER' and sending_at is null and (given_up_at is not null or token_type <> all ($1::text[]))
     returning id, user_id as "userId", hold_reference as "holdReference"`,
    [served, at],
  )
  return rows.sort((a, b) => a.id - b.id)
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
