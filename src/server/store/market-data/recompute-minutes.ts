import type { Queryable } from '../database.ts'

/** How far trades may have been committed behind the newest written minute: longer than any command waits. */
const MARGIN_SECONDS = 900

/**
 * Makes the minute bars again from the trades themselves, up to `lastTradeId`: since the newest written minute, or since
 * `sinceMs` (milliseconds since 1970) where that is earlier. What a killed process had not written yet is found so.
 */
export async function recomputeMinutes(
  database: Queryable,
  { lastTradeId, sinceMs }: { lastTradeId: number; sinceMs: number },
): Promise<void> {
  await database.query(
    `insert into candles (market_id, width_seconds, sandbox, opens_at, open, high, low, close, volume)
     select market_id, 60, false, date_trunc('minute', at),
       (array_agg(unit_price order by id))[1], max(unit_price), min(unit_price),
       (array_agg(unit_price order by id desc))[1], sum(amount)
     from trades
     where maker_order_id is not null and id <= $1 and at >= date_trunc('minute', least($2::timestamptz, (
       select coalesce(max(opens_at) - make_interval(secs => $3), '1970-01-01T00:00:00Z')
       from candles where width_seconds = 60 and not sandbox)))
     group by market_id, date_trunc('minute', at)
     on conflict (market_id, width_seconds, sandbox, opens_at) do update set open = excluded.open, high = excluded.high,
       low = excluded.low, close = excluded.close, volume = excluded.volume`,
    [lastTradeId, new Date(sinceMs), MARGIN_SECONDS],
  )
}
