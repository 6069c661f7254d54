import { toCount } from '#domain/counts.ts'
import { type Amount, amount, type Price, price } from '#domain/units.ts'
import type { Queryable } from '../database.ts'
import { type BulkInsert, bulkInsertSql, bulkValues, readRows } from '../rows.ts'

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
const CANDLES: BulkInsert<CandleRow> = {
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

const WITH_PROGRESS = `with newest as (
    update candle_progress set last_trade_id = $1, at = $2 where last_trade_id <= $1 returning 1
  ) ${bulkInsertSql(CANDLES, { firstParameter: 3, guard: 'exists (select from newest)' })}`

/**
 * Writes minutes, and the trade up to which they are complete, in one statement. If another process has written them up to a later trade,
 * nothing is written: its bars contain these trades.
 */
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

/** The columns of the four prices and the volume, the same in every table of prices. */
export interface PriceColumns {
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}

export const pricesOf = ({ open, high, low, close, volume }: PriceColumns) => ({
  open: price(open),
  high: price(high),
  low: price(low),
  close: price(close),
  volume: amount(volume),
})

/** The end of each market's newest bar, traded or generated, in milliseconds since 1970. A market without bars is absent. */
export async function readRecordedUpTo(database: Queryable): Promise<ReadonlyMap<number, number>> {
  const rows = await database.query<{ market_id: number; ends_at: Date }>(
    `select markets.id as market_id, max(newest.opens_at + make_interval(secs => width.seconds)) as ends_at
     from markets cross join unnest(array[60, 900, 3600]) as width (seconds)
       cross join unnest(array[false, true]) as kind (sandbox) cross join lateral (
       select max(opens_at) as opens_at from candles
       where market_id = markets.id and width_seconds = width.seconds and sandbox = kind.sandbox
     ) as newest
     where newest.opens_at is not null group by markets.id`,
  )
  return new Map(rows.map((row) => [row.market_id, row.ends_at.getTime()]))
}

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
export const readRecordedBars = (
  database: Queryable,
  { marketIds, afterMs }: BarsOfMarkets & { readonly afterMs: number },
): Promise<RecordedBar[]> =>
  readRows(
    database,
    barOf,
    `select ${COLUMNS} from unnest($1::smallint[]) as market (id) cross join ${KINDS} cross join lateral (
       select ${COLUMNS} from candles
       where market_id = market.id and width_seconds = kind.seconds and sandbox = kind.sandbox and opens_at > $3
     ) as bar order by opens_at`,
    [marketIds, CANDLE_WIDTHS, new Date(afterMs)],
  )

/** The newest bar of each of these markets that opened at or before an instant. */
export const readNewestBarsBefore = (
  database: Queryable,
  { marketIds, upToMs }: BarsOfMarkets & { readonly upToMs: number },
): Promise<RecordedBar[]> =>
  readRows(
    database,
    barOf,
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

const barOf = (row: BarColumns): RecordedBar => ({
  marketId: row.market_id,
  opensAt: row.opens_at.getTime(),
  ...pricesOf(row),
})
