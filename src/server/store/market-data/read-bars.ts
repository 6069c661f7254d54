import { type Amount, amount, type Price, price } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { CANDLE_WIDTHS } from './candle-rows.ts'

export interface BarRow {
  readonly marketId: number
  readonly opensAt: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Amount
  /** Where its first and its last part begin. */
  readonly firstAt: number
  readonly lastAt: number
  readonly sandbox: boolean
}

export interface BarsWanted {
  readonly marketIds: readonly number[]
  readonly stepMs: number
  readonly offsetMs: number
  /** Bars that begin before it are left out. */
  readonly sinceMs: number
  /** The newest of each market. */
  readonly barsMax: number
}

/** Traded minutes, and of a sandbox's past the width that fits: each stretch of time is counted once. */
const STATEMENT = `
  select market_id, opens_at, open, high, low, close, volume, first_at, last_at, sandbox from (
    select market_id, bar as opens_at, (array_agg(open order by opens_at, sandbox desc))[1] as open, max(high) as high,
      min(low) as low, (array_agg(close order by opens_at desc, sandbox))[1] as close, sum(volume) as volume,
      min(opens_at) as first_at, max(opens_at) as last_at, bool_or(sandbox) as sandbox,
      row_number() over (partition by market_id order by bar desc) as place
    from (
      select *, date_bin(make_interval(secs => $2), opens_at, to_timestamp($3)) as bar from candles
      where market_id = any($1::smallint[]) and opens_at >= $4
        and (not sandbox and width_seconds = 60 or sandbox and width_seconds = $5)
    ) as parts
    group by market_id, bar
  ) as bars
  where place <= $6 order by market_id, opens_at`

/** Bars of any width that is a multiple of a minute, oldest first, market after market. */
export async function readBars(
  database: Queryable,
  { marketIds, stepMs, offsetMs, sinceMs, barsMax }: BarsWanted,
): Promise<BarRow[]> {
  const rows = await database.query<{
    market_id: number
    opens_at: Date
    open: bigint
    high: bigint
    low: bigint
    close: bigint
    volume: bigint
    first_at: Date
    last_at: Date
    sandbox: boolean
  }>(STATEMENT, [
    marketIds,
    stepMs / 1_000,
    offsetMs / 1_000,
    new Date(sinceMs),
    CANDLE_WIDTHS.findLast((width) => width * 1_000 <= stepMs) ?? 60,
    barsMax,
  ])
  return rows.map((row) => ({
    marketId: row.market_id,
    opensAt: row.opens_at.getTime(),
    open: price(row.open),
    high: price(row.high),
    low: price(row.low),
    close: price(row.close),
    volume: amount(row.volume),
    firstAt: row.first_at.getTime(),
    lastAt: row.last_at.getTime(),
    sandbox: row.sandbox,
  }))
}
