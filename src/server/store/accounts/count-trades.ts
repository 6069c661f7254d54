import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'
import { tradeSides } from './trade-sides.ts'

/** So few in one statement that nobody's order waits for it. */
const TRADES_MAX = 500

/**
 * Adds the trades since the last one counted to the volumes of their parties, each exactly once, whoever counts at the same time.
 * @returns whose volumes changed, and whether there is more to count
 */
export async function countTrades(database: Queryable): Promise<{ userIds: number[]; isMore: boolean }> {
  const rows = await database.query<{ user_ids: bigint[]; trades: bigint }>(
    `with counted as materialized (
      select last_trade_id from counted_trades where id = 1 for update
    ), fresh as materialized (
      select * from trades where id > (select last_trade_id from counted) order by id limit ${TRADES_MAX}
    ), ${tradeSides('select * from fresh')}, added as (
      insert into trade_volumes (user_id, day, volume)
      select user_id, (at at time zone 'UTC')::date, sum(worth) from sides group by 1, 2
      on conflict (user_id, day) do update set volume = trade_volumes.volume + excluded.volume
      returning user_id
    ), moved as (
      update counted_trades set last_trade_id = (select max(id) from fresh) where id = 1 and exists (select from fresh)
    )
    select coalesce(array_agg(distinct user_id), '{}') as user_ids, (select count(*) from fresh) as trades from added`,
  )
  const [row] = rows
  return { userIds: (row?.user_ids ?? []).map(toCount), isMore: toCount(row?.trades ?? 0n) === TRADES_MAX }
}
