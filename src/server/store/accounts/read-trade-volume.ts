import { type Amount, amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { readLastCounted, uncounted } from './count-trades.ts'
import { tradeSides } from './trade-sides.ts'

/** What a user has traded since a day, taken or made, in Toman's base units: what is counted, and what is not yet. */
export async function readTradeVolume(
  database: Queryable,
  { userId, since }: { userId: number; since: string },
): Promise<{ readonly volume: Amount; readonly decimals: number }> {
  const [row] = await database.query<{ decimals: number; volume: bigint }>(
    `with ${tradeSides(`
      select * from trades where ${uncounted('id', '$3')} and $1 in (taker_user_id, maker_user_id)`)}
    select decimals, (
      select coalesce(sum(volume), 0) from trade_volumes where user_id = $1 and day >= $2::date
    ) + (
      select coalesce(sum(worth), 0) from sides where user_id = $1 and (at at time zone 'UTC')::date >= $2::date
    ) as volume from coins where symbol = 'TOMAN'`,
    [userId, since, await readLastCounted(database)],
  )
  return row ? { volume: amount(row.volume), decimals: row.decimals } : { volume: amount(0n), decimals: 0 }
}
