import type { Queryable } from '../database.ts'

export interface NewestCandle {
  readonly marketId: number
  readonly widthSeconds: number
  /** Of the newest bar, traded or made up; milliseconds since 1970. */
  readonly opensAt: number
}

/** How far each market's bars of each stored width reach. Traded minutes reach into every width. */
export async function readNewestCandles(database: Queryable): Promise<NewestCandle[]> {
  const rows = await database.query<{ market_id: number; width_seconds: number; opens_at: Date }>(
    `select markets.id as market_id, width.seconds as width_seconds, newest.opens_at
     from markets cross join unnest(array[60, 900, 3600]) as width (seconds) cross join lateral (
       select max(opens_at) as opens_at from candles where market_id = markets.id
         and (sandbox and width_seconds = width.seconds or not sandbox and width_seconds = 60)
     ) as newest
     where newest.opens_at is not null`,
  )
  return rows.map((row) => ({
    marketId: row.market_id,
    widthSeconds: row.width_seconds,
    opensAt: row.opens_at.getTime(),
  }))
}
