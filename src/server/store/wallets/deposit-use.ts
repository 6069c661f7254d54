import type { DepositUse } from '#domain/card-deposit.ts'
import { toCount } from '#domain/counts.ts'
import { amount } from '#domain/units.ts'
import type { Queryable, Transaction } from '../database.ts'

/** Keeps the user's other requests waiting until the transaction ends, so that together they cannot pass a limit. */
export const lockDepositor = (tx: Transaction, userId: number): Promise<unknown> =>
  tx.query('select 1 from users where id = $1 for update', [userId])

/**
 * A user's payments that count against the limits. One that the gateway has not named counts for a while: the answer may be on its way.
 * @param tomanUnit the ledger's units of one Toman
 */
export async function readDepositUse(
  database: Queryable,
  { userId, dayBegan, askedSince, tomanUnit }: { userId: number; dayBegan: Date; askedSince: Date; tomanUnit: bigint },
): Promise<DepositUse> {
  const [row] = await database.query<{ openCount: bigint; used: bigint; dayMax: bigint }>(
    `with open as (
      select amount from toman_deposits
      where user_id = $1 and status = 'RAISED_BY_USER' and asked_at is not null and (authority is not null or asked_at >= $3)
    )
    select (select count(*) from open) as "openCount", deposit_day_max as "dayMax",
      (select coalesce(sum(amount), 0) from open)
        + (select coalesce(sum(amount), 0) from toman_deposits
            where user_id = $1 and status = 'CONFIRMED' and settled_at >= $2) as used
    from users join account_levels using (level) where users.id = $1`,
    [userId, dayBegan, askedSince],
  )
  if (!row) throw new Error(`there is no user ${userId}`)
  return { openCount: toCount(row.openCount), used: amount(row.used), dayMax: amount(row.dayMax * tomanUnit) }
}
