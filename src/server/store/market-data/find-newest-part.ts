import type { Queryable } from '../database.ts'
import { widthsWithin } from './read-bars.ts'

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
