import type { Amount, Price } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { CANDLE_WIDTHS, type PriceColumns, pricesOf } from './candles.ts'

export interface BarRow {
  readonly marketId: number
  readonly opensAt: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Amount
  readonly sandbox: boolean
}

export interface BarsWanted {
  readonly marketIds: readonly number[]
  readonly stepMs: number
  readonly offsetMs: number
  /** Bars of whole months instead; `stepMs` is then the longest. */
  readonly calendar?: 'months'
  /** Earlier trades are left out. */
  readonly sinceMs: number
  /** Trades at or after it are left out; absent: no limit. */
  readonly beforeMs?: number
  /** The newest bars of each market, at most. */
  readonly barsMax: number
}

/** Combines all records within a bar: each stretch of time is recorded once, in one width. Narrower bars than that do not exist. */
const STATEMENT = `
  select market_id, opens_at, open, high, low, close, volume, sandbox from (
    select market_id, bar as opens_at, (array_agg(open order by opens_at, sandbox desc))[1] as open, max(high) as high,
      min(low) as low, (array_agg(close order by opens_at desc, sandbox))[1] as close, sum(volume) as volume, bool_or(sandbox) as sandbox,
      row_number() over (partition by market_id order by bar desc) as place
    from (
      select *, case when $7 then date_trunc('month', opens_at, 'UTC')
        else date_bin(make_interval(secs => $2), opens_at, to_timestamp($3)) end as bar
      from candles
      where market_id = any($1::smallint[]) and opens_at >= $4 and opens_at < $8
        and width_seconds = any($5::integer[])
    ) as parts
    group by market_id, bar
  ) as bars
  where place <= $6 order by market_id, opens_at`

export const FOR_EVER_MS = Date.UTC(9_999, 0)

/** The recorded widths in seconds that fit into a bar. */
const widthsWithin = (stepMs: number): readonly number[] => CANDLE_WIDTHS.filter((width) => width * 1_000 <= stepMs)

/** Bars of any width that is a multiple of a minute, oldest first, market after market. */
export async function readBars(
  database: Queryable,
  { marketIds, stepMs, offsetMs, calendar, sinceMs, beforeMs = FOR_EVER_MS, barsMax }: BarsWanted,
): Promise<BarRow[]> {
  const rows = await database.query<PriceColumns & { market_id: number; opens_at: Date; sandbox: boolean }>(STATEMENT, [
    marketIds,
    stepMs / 1_000,
    offsetMs / 1_000,
    new Date(sinceMs),
    widthsWithin(stepMs),
    barsMax,
    calendar === 'months',
    new Date(beforeMs),
  ])
  return rows.map((row) => ({
    marketId: row.market_id,
    opensAt: row.opens_at.getTime(),
    ...pricesOf(row),
    sandbox: row.sandbox,
  }))
}

/** The start of the newest stored part of a market's bars before an instant, milliseconds since 1970; `undefined` if there is none. */
export async function findNewestPart(
  database: Queryable,
  { marketId, stepMs, beforeMs }: { marketId: number; stepMs: number; beforeMs: number },
): Promise<number | undefined> {
  const [row] = await database.query<{ opens_at: Date | null }>(
    `select max(newest.opens_at) as opens_at
     from unnest($3::integer[]) as width (seconds) cross join unnest(array[true, false]) as made_up (sandbox) cross join lateral (
       select max(opens_at) as opens_at from candles
       where market_id = $1 and width_seconds = width.seconds and sandbox = made_up.sandbox and opens_at < $2
     ) as newest`,
    [marketId, new Date(beforeMs), widthsWithin(stepMs)],
  )
  return row?.opens_at?.getTime()
}
