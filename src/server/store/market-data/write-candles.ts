import { bulkInsertSql, bulkValues } from '../bulk-insert.ts'
import type { Queryable } from '../database.ts'
import { CANDLES, type CandleRow } from './candle-rows.ts'

const STATEMENT = bulkInsertSql(CANDLES, { firstParameter: 1, guard: 'true' })

/** Writes whole bars in one statement; those that stand already are replaced. */
export async function writeCandles(database: Queryable, rows: readonly CandleRow[]): Promise<void> {
  if (rows.length > 0) await database.query(STATEMENT, bulkValues(CANDLES, rows))
}
