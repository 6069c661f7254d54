import type { Queryable } from '../database.ts'
import type { CandleRow } from './candle-rows.ts'
import { type PriceColumns, pricesOf } from './price-columns.ts'

/** The traded minutes of all markets from `sinceMs` on, milliseconds since 1970. */
export async function readMinutes(database: Queryable, { sinceMs }: { sinceMs: number }): Promise<CandleRow[]> {
  const rows = await database.query<PriceColumns & { market_id: number; opens_at: Date }>(
    `select market_id, opens_at, open, high, low, close, volume from candles
     where market_id in (select id from markets) and width_seconds = 60 and not sandbox and opens_at >= $1`,
    [new Date(sinceMs)],
  )
  return rows.map((row) => ({
    marketId: row.market_id,
    widthSeconds: 60,
    sandbox: false,
    opensAt: row.opens_at.getTime(),
    ...pricesOf(row),
  }))
}
