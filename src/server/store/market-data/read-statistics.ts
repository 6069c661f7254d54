import { toCount } from '#domain/counts.ts'
import { type Amount, amount } from '#domain/units.ts'
import type { Queryable } from '../database.ts'

export interface StatisticsRows {
  /** People; accounts of the house are not counted. */
  readonly userCount: number
  readonly newestTradeId: bigint
  /** Of the trades after the given one: how many, and what they came to in the quote coin. What the house trades with itself is no trade. */
  readonly markets: readonly { readonly marketId: number; readonly count: number; readonly value: Amount }[]
}

export async function readStatistics(database: Queryable, { after }: { after: bigint }): Promise<StatisticsRows> {
  const [users] = await database.query<{ count: bigint }>('select count(*) from users where mobile is not null')
  const rows = await database.query<{ market_id: number; count: bigint; value: bigint; newest: bigint }>(
    `with house as (select id from users where house_name is not null),
     fresh as (
       select market_id, id, value, taker_user_id not in (select id from house)
         or maker_order_id is not null and maker_user_id not in (select id from house) as counts
       from trades where id > $1
     )
     select market_id, count(*) filter (where counts), coalesce(sum(value) filter (where counts), 0) as value, max(id) as newest
     from fresh group by market_id order by newest`,
    [after],
  )
  return {
    userCount: toCount(users?.count ?? 0n),
    newestTradeId: rows.at(-1)?.newest ?? after,
    markets: rows.map((row) => ({ marketId: row.market_id, count: toCount(row.count), value: amount(row.value) })),
  }
}
