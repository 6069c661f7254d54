import type { Queryable } from '../database.ts'

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
