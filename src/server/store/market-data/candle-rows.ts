import type { Amount, Price } from '#domain/units.ts'
import type { BulkInsert } from '../bulk-insert.ts'

/** Widths of stored bars in seconds. Traded bars are minutes, old ones quarter hours; a sandbox's past also has hours before those. */
export const CANDLE_WIDTHS = [60, 900, 3_600] as const
export type CandleWidth = (typeof CANDLE_WIDTHS)[number]

/** One row of the table `candles`. Times are milliseconds since 1970. */
export interface CandleRow {
  readonly marketId: number
  readonly widthSeconds: CandleWidth
  readonly sandbox: boolean
  readonly opensAt: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Amount
}

/** A newer row of a bar contains the whole bar, so it replaces the older one. */
export const CANDLES: BulkInsert<CandleRow> = {
  table: 'candles',
  columns: [
    { name: 'market_id', type: 'smallint', of: (row) => row.marketId },
    { name: 'width_seconds', type: 'integer', of: (row) => row.widthSeconds },
    { name: 'sandbox', type: 'boolean', of: (row) => row.sandbox },
    { name: 'opens_at', type: 'timestamptz', of: (row) => new Date(row.opensAt) },
    { name: 'open', type: 'numeric', of: (row) => row.open },
    { name: 'high', type: 'numeric', of: (row) => row.high },
    { name: 'low', type: 'numeric', of: (row) => row.low },
    { name: 'close', type: 'numeric', of: (row) => row.close },
    { name: 'volume', type: 'numeric', of: (row) => row.volume },
  ],
  onConflict: `(market_id, width_seconds, sandbox, opens_at) do update set open = excluded.open, high = excluded.high,
    low = excluded.low, close = excluded.close, volume = excluded.volume`,
}
