import { amount, price } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import type { CandleRow } from './candle-rows.ts'

/** The traded minutes of all markets from `sinceMs` on, milliseconds since 1970. */
export async function readMinutes(database: Queryable, { sinceMs }: { sinceMs: number }): Promise<CandleRow[]> {
  const rows = await database.query<{
    market_id: number
    opens_at: Date
    open: bigint
    high: bigint
    low: bigint
    close: bigint
    volume: bigint
  }>(
    `select market_id, opens_at, open, high, low, close, volume from candles
     where market_id in (select id from markets) and width_seconds = 60 and not sandbox and opens_at >= $1`,
    [new Date(sinceMs)],
  )
  return rows.map((row) => ({
    marketId: row.market_id,
    widthSeconds: 60,
    sandbox: false,
    opensAt: row.opens_at.getTime(),
    open: price(row.open),
    high: price(row.high),
    low: price(row.low),
    close: price(row.close),
    volume: amount(row.volume),
  }))
}
