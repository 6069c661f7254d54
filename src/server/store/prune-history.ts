import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import type { Queryable } from './database.ts'

/** Rows per statement, few enough that no order waits for it. */
const ROWS_MAX = 1_000

/**
 * How long rows are kept that nobody needs any more. Orders, trades, rewards and the ledger are kept forever; neither a start nor a page
 * depends on their number, since questions about all trades are answered from sums. They are not partitioned by month, since none of them
 * are deleted: at 0.3 and at 3 million trades a commit took equally long, and a query by user or market would have to search every month.
 */
const LOGINS_KEPT_MS = 365 * DAY_MS
/** Levels look back three months. */
const VOLUMES_KEPT_MS = 124 * DAY_MS
/** The reach of charts of one and five minutes; earlier bars of longer charts come from quarter hours. */
const MINUTES_KEPT_MS = 100 * DAY_MS

/** Longer than any notice is retried; the audit log keeps the events themselves. */
const NOTICES_KEPT_MS = 30 * DAY_MS

/** Much longer than a signed call is in time, so that no clock that goes back brings one back. */
const NONCES_KEPT_MS = HOUR_MS

/** Longer than those that died are shown. */
const PROCESSES_KEPT_MS = DAY_MS

/** Each deletes a part of the rows older than `$1`, and says whether there were any. */
const PARTS: readonly { readonly keptMs: number; readonly sql: string }[] = [
  {
    keptMs: LOGINS_KEPT_MS,
    // The first rows by id are the oldest, so no index by time is needed.
    sql: `with gone as (
        delete from logins where id in (
          select id from (select id, at from logins order by id limit ${ROWS_MAX}) as oldest where at < $1
        ) returning 1
      ) select exists (select from gone) as more`,
  },
  {
    keptMs: NOTICES_KEPT_MS,
    sql: `with gone as (
        delete from notices where id in (
          select id from (select id, at from notices order by id limit ${ROWS_MAX}) as oldest where at < $1
        ) returning id
      ), sent as (
        delete from outbox where key = any (array(select 'notice:' || id from gone))
      ) select exists (select from gone) as more`,
  },
  {
    keptMs: NONCES_KEPT_MS,
    sql: `with gone as (
        delete from used_nonces where ctid = any (array(
          select ctid from used_nonces where at < $1 order by at limit ${ROWS_MAX}
        )) returning 1
      ) select exists (select from gone) as more`,
  },
  {
    keptMs: PROCESSES_KEPT_MS,
    // With their jobs, all at once, since there are few.
    sql: 'with gone as (delete from processes where seen_at < $1) select false as more',
  },
  {
    keptMs: VOLUMES_KEPT_MS,
    sql: `with gone as (
        delete from trade_volumes where ctid = any (array(
          select ctid from trade_volumes where day < ($1::timestamptz at time zone 'UTC')::date limit ${ROWS_MAX}
        )) returning 1
      ) select exists (select from gone) as more`,
  },
  {
    keptMs: MINUTES_KEPT_MS,
    // One day of a market at a time.
    sql: `with oldest as (
        select id as market_id, date_trunc('day', first.minute, 'UTC') as day from markets cross join lateral (
          select min(opens_at) as minute from candles where market_id = markets.id and width_seconds = 60 and not sandbox
        ) as first
        where date_trunc('day', first.minute, 'UTC') + interval '1 day' <= $1 limit 1
      ), gone as (
        delete from candles using oldest where candles.market_id = oldest.market_id and width_seconds = 60 and not sandbox
          and opens_at >= day and opens_at < day + interval '1 day' returning candles.*
      ), rolled as (
        insert into candles (market_id, width_seconds, sandbox, opens_at, open, high, low, close, volume)
        select market_id, 900, false, date_bin('15 minutes', opens_at, 'epoch'), (array_agg(open order by opens_at))[1], max(high),
          min(low), (array_agg(close order by opens_at desc))[1], sum(volume)
        from gone group by 1, 4
      ) select exists (select from gone) as more`,
  },
]

/** Deletes rows that are too old in small steps; ends soon after the signal. */
export async function pruneHistory(
  database: Queryable,
  { now, stopping }: { now: Date; stopping?: AbortSignal },
): Promise<void> {
  for (const { keptMs, sql } of PARTS) {
    const before = new Date(now.getTime() - keptMs)
    for (let isMore = true; isMore && !stopping?.aborted; ) {
      const [step] = await database.query<{ more: boolean }>(sql, [before])
      isMore = step?.more ?? false
    }
  }
}
