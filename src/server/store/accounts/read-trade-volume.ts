import { type Amount, amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'

/**
 * What a user has traded since a time in the markets that are priced in Toman, taken or made, in Toman's base units.
 * Trades in Tether markets do not count here: valuing them needs the Toman price of Tether at their time.
 */
export async function readTradeVolume(
  database: Queryable,
  { userId, since }: { userId: number; since: Date },
): Promise<{ readonly volume: Amount; readonly decimals: number }> {
  const [row] = await database.query<{ decimals: number; volume: bigint }>(
    `select c.decimals, (
      select coalesce(sum(t.value), 0) from trades t join markets m on m.id = t.market_id
      where m.quote_coin_id = c.id and t.at >= $2
        and (t.taker_user_id = $1 or (t.maker_user_id = $1 and t.maker_order_id is not null))
    ) as volume from coins c where c.symbol = 'TOMAN'`,
    [userId, since],
  )
  return row ? { volume: amount(row.volume), decimals: row.decimals } : { volume: amount(0n), decimals: 0 }
}
