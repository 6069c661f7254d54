import type { Queryable } from '../database.ts'
import { CANDLE_WIDTHS } from './candle-rows.ts'
import { type PriceColumns, pricesOf } from './price-columns.ts'

/** One recorded bar of a sandbox's past; times are milliseconds since 1970. */
export interface PastPart extends ReturnType<typeof pricesOf> {
  readonly marketId: number
  readonly opensAt: number
}

type Columns = PriceColumns & { market_id: number; opens_at: Date }

const COLUMNS = 'market_id, opens_at, open, high, low, close, volume'

/** What is recorded of the sandbox's past of these markets after an instant, oldest first. */
export async function readPastParts(
  database: Queryable,
  { marketIds, afterMs }: { marketIds: readonly number[]; afterMs: number },
): Promise<PastPart[]> {
  const rows = await database.query<Columns>(
    `select ${COLUMNS} from candles
     where market_id = any($1::smallint[]) and width_seconds = any($2::integer[]) and sandbox and opens_at > $3
     order by opens_at`,
    [marketIds, CANDLE_WIDTHS, new Date(afterMs)],
  )
  return rows.map(partOf)
}

/** The newest of it that begins at an instant or before, of each market that has one. */
export async function readNewestPastParts(
  database: Queryable,
  { marketIds, upToMs }: { marketIds: readonly number[]; upToMs: number },
): Promise<PastPart[]> {
  const rows = await database.query<Columns>(
    `select newest.* from unnest($1::smallint[]) as market (id) cross join lateral (
       select of_width.* from unnest($2::integer[]) as width (seconds) cross join lateral (
         select ${COLUMNS} from candles
         where market_id = market.id and width_seconds = width.seconds and sandbox and opens_at <= $3
         order by opens_at desc limit 1
       ) as of_width
       order by opens_at desc limit 1
     ) as newest`,
    [marketIds, CANDLE_WIDTHS, new Date(upToMs)],
  )
  return rows.map(partOf)
}

const partOf = (row: Columns): PastPart => ({
  marketId: row.market_id,
  opensAt: row.opens_at.getTime(),
  ...pricesOf(row),
})
