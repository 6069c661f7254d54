import type { Queryable } from '../database.ts'
import { CANDLE_WIDTHS, type CandleRow, type PriceColumns, pricesOf } from './candles.ts'

/** The traded minutes of all markets from `sinceMs` on, milliseconds since 1970. */
export async function readMinutes(database: Queryable, { sinceMs }: { sinceMs: number }): Promise<CandleRow[]> {
  const rows = await database.query<BarColumns>(
    `select ${COLUMNS} from candles
     where market_id in (select id from markets) and width_seconds = 60 and not sandbox and opens_at >= $1`,
    [new Date(sinceMs)],
  )
  return rows.map((row) => ({ ...barOf(row), widthSeconds: 60, sandbox: false }))
}

/** A stored bar of any width; times are milliseconds since 1970. */
export interface RecordedBar extends ReturnType<typeof pricesOf> {
  readonly marketId: number
  readonly opensAt: number
}

type BarColumns = PriceColumns & { market_id: number; opens_at: Date }

const COLUMNS = 'market_id, opens_at, open, high, low, close, volume'

/** The possible kinds of a market's bars, traded and generated. Each stretch of time is recorded once. */
const KINDS = `(select sandbox, seconds from unnest(array[true, false]) as made_up (sandbox) cross join unnest($2::integer[]) as width (seconds)) as kind`

interface BarsOfMarkets {
  readonly marketIds: readonly number[]
}

/** All records of these markets after an instant, oldest first. */
export async function readRecordedBars(
  database: Queryable,
  { marketIds, afterMs }: BarsOfMarkets & { readonly afterMs: number },
): Promise<RecordedBar[]> {
  const rows = await database.query<BarColumns>(
    `select ${COLUMNS} from unnest($1::smallint[]) as market (id) cross join ${KINDS} cross join lateral (
       select ${COLUMNS} from candles
       where market_id = market.id and width_seconds = kind.seconds and sandbox = kind.sandbox and opens_at > $3
     ) as bar order by opens_at`,
    [marketIds, CANDLE_WIDTHS, new Date(afterMs)],
  )
  return rows.map(barOf)
}

/** The newest bar of each of these markets that opened at or before an instant. */
export async function readNewestBarsBefore(
  database: Queryable,
  { marketIds, upToMs }: BarsOfMarkets & { readonly upToMs: number },
): Promise<RecordedBar[]> {
  const rows = await database.query<BarColumns>(
    `select newest.* from unnest($1::smallint[]) as market (id) cross join lateral (
       select of_kind.* from ${KINDS} cross join lateral (
         select ${COLUMNS} from candles
         where market_id = market.id and width_seconds = kind.seconds and sandbox = kind.sandbox and opens_at <= $3
         order by opens_at desc limit 1
       ) as of_kind
       order by opens_at desc limit 1
     ) as newest`,
    [marketIds, CANDLE_WIDTHS, new Date(upToMs)],
  )
  return rows.map(barOf)
}

const barOf = (row: BarColumns): RecordedBar => ({
  marketId: row.market_id,
  opensAt: row.opens_at.getTime(),
  ...pricesOf(row),
})
