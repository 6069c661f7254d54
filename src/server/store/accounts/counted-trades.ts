import type { Queryable } from '../database.ts'

/**
 * The condition for rows that are not counted yet. The subquery is exact; the parameter, possibly older, lets the planner use the index.
 */
export const uncounted = (tradeId: string, lastCounted: string) =>
  `${tradeId} > ${lastCounted}::bigint and ${tradeId} > (select last_trade_id from counted_trades)`

export async function readLastCounted(database: Queryable): Promise<bigint> {
  const [row] = await database.query<{ last_trade_id: bigint }>('select last_trade_id from counted_trades')
  return row?.last_trade_id ?? 0n
}
