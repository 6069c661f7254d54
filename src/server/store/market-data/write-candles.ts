import { toCount } from '#domain/counts.ts'
import { bulkInsertSql, bulkValues } from '../bulk-insert.ts'
import type { Queryable } from '../database.ts'
import { CANDLES, type CandleRow } from './candle-rows.ts'

const STATEMENT = bulkInsertSql(CANDLES, { firstParameter: 1, guard: 'true' })

/** Writes complete bars in one statement, replacing existing ones. */
export async function writeCandles(database: Queryable, rows: readonly CandleRow[]): Promise<void> {
  if (rows.length > 0) await database.query(STATEMENT, bulkValues(CANDLES, rows))
}

/** The newest trade included in the minutes, and its time in milliseconds since 1970. */
export interface CandleProgress {
  readonly lastTradeId: number
  readonly at: number
}

const WITH_PROGRESS = `with bars as (${bulkInsertSql(CANDLES, { firstParameter: 3, guard: 'true' })})
  update candle_progress set last_trade_id = $1, at = $2 where last_trade_id <= $1`

/** Writes minutes, and the trade up to which they are complete, in one statement. */
export async function writeMinutes(
  database: Queryable,
  rows: readonly CandleRow[],
  { lastTradeId, at }: CandleProgress,
): Promise<void> {
  await database.query(WITH_PROGRESS, [lastTradeId, new Date(at), ...bulkValues(CANDLES, rows)])
}

export async function readCandleProgress(database: Queryable): Promise<CandleProgress> {
  const [row] = await database.query<{ last_trade_id: bigint; at: Date }>(
    'select last_trade_id, at from candle_progress',
  )
  if (!row) throw new Error('the progress of the candles is missing')
  return { lastTradeId: toCount(row.last_trade_id), at: row.at.getTime() }
}
