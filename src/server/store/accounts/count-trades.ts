import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'
import { tradeSides } from './trade-sides.ts'

/** So few in one statement that nobody's order waits for it. */
const TRADES_MAX = 500

/**
 * Adds the trades since the last one counted to the volumes of their parties, to the totals of their markets and to what they brought
 * inviters, each exactly once, also where two processes count at the same time.
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
    ), into_markets as (
      insert into market_totals as kept (market_id, trades, value) ${publicTrades('select * from fresh')}
      on conflict (market_id) do update set trades = kept.trades + excluded.trades, value = kept.value + excluded.value
    ), into_rewards as (
      insert into reward_totals as kept (inviter_id, value_in_toman)
      select inviter_id, sum(value_in_toman) from referral_rewards
      where trade_id in (select id from fresh) and value_in_toman is not null group by inviter_id
      on conflict (inviter_id) do update set value_in_toman = kept.value_in_toman + excluded.value_in_toman
    ), moved as (
      update counted_trades set last_trade_id = (select max(id) from fresh) where id = 1 and exists (select from fresh)
    )
    select coalesce(array_agg(distinct user_id), '{}') as user_ids, (select count(*) from fresh) as trades from added`,
  )
  const [row] = rows
  return { userIds: (row?.user_ids ?? []).map(toCount), isMore: toCount(row?.trades ?? 0n) === TRADES_MAX }
}

/**
 * SQL of how many trades each market had, and their value in its quote coin. What the operator's accounts trade with each other is no trade.
 * @param trades a query that gives rows of the table trades
 */
export const publicTrades = (trades: string) => `
  select market_id, count(*), sum(value) from (${trades}) as made
  where taker_user_id not in (select id from users where house_name is not null)
    or maker_order_id is not null and maker_user_id not in (select id from users where house_name is not null)
  group by market_id`

/** The condition of rows that are not counted yet. The planner knows nothing of the subquery, but all of the parameter, which may be old. */
export const uncounted = (tradeId: string, lastCounted: string) =>
  `${tradeId} > ${lastCounted}::bigint and ${tradeId} > (select last_trade_id from counted_trades)`

export async function readLastCounted(database: Queryable): Promise<bigint> {
  const [row] = await database.query<{ last_trade_id: bigint }>('select last_trade_id from counted_trades')
  return row?.last_trade_id ?? 0n
}
