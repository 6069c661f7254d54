import { toCount } from '#domain/counts.ts'
import { type Amount, amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { readLastCounted, uncounted } from './count-trades.ts'

export interface InvitesRow {
  readonly referralCode: string
  readonly invitees: number
  /** What their fees have brought the inviter, in Toman at the prices of the trades. */
  readonly profit: Amount
}

/** `undefined` for nobody. */
export async function readInvites(database: Queryable, userId: number): Promise<InvitesRow | undefined> {
  const [row] = await database.query<{ referral_code: string; invitees: bigint; profit: bigint }>(
    `select referral_code, (select count(*) from users as friends where friends.invited_by = users.id) as invitees,
      coalesce((select value_in_toman from reward_totals where inviter_id = users.id), 0) + (
        select coalesce(sum(value_in_toman), 0) from referral_rewards where inviter_id = users.id and ${uncounted('trade_id', '$2')}
      ) as profit
     from users where id = $1`,
    [userId, await readLastCounted(database)],
  )
  return row && { referralCode: row.referral_code, invitees: toCount(row.invitees), profit: amount(row.profit) }
}
