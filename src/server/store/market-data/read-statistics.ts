import { toCount } from '#domain/counts.ts'
import { type Amount, amount } from '#domain/units.ts'
import { readLastCounted } from '../accounts/counted-trades.ts'
import type { Queryable } from '../database.ts'
import { MARKET_DAYS_NOW } from '../trading/market-days.ts'

export interface StatisticsRows {
  /** People, without the operator's accounts. */
  readonly userCount: number
  /** The number of trades, and their value in the quote coin. */
  readonly markets: readonly { readonly marketId: number; readonly count: number; readonly value: Amount }[]
}

export async function readStatistics(database: Queryable): Promise<StatisticsRows> {
  const [users] = await database.query<{ count: bigint }>(
    `select count(*) from users where mobile is not null and role = 'CUSTOMER'`,
  )
  const rows = await database.query<{ market_id: number; count: bigint; value: bigint }>(
    `select market_id, sum(public_trades)::bigint as count, sum(public_value) as value from ${MARKET_DAYS_NOW} group by market_id
      having sum(public_trades) > 0`,
    [await readLastCounted(database)],
  )
  return {
    userCount: toCount(users?.count ?? 0n),
    markets: rows.map((row) => ({ marketId: row.market_id, count: toCount(row.count), value: amount(row.value) })),
  }
}
