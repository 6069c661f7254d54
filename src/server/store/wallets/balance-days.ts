import type { EntryKind } from '#domain/ledger.ts'
import type { Queryable } from '../database.ts'
import { readRows, rowAs } from '../rows.ts'
import { dayOf } from '../trading/market-days.ts'

/** Entries per statement, few enough that no order waits for it. */
const ENTRIES_MAX = 500

/** The kinds of entries by which money comes to a user or leaves; all others are trades, or change nothing of a user's total. */
const PUT_IN: readonly EntryKind[] = ['credit', 'settle', 'correction']

/** SQL for the changes of users by entries, by day and coin. */
const changesOf = (entries: string) => `
  select account >> 16 as user_id, ${dayOf('at')} as day, (account >> 1 & 32767)::smallint as coin_id, sum(amount) as change,
    coalesce(sum(amount) filter (where kind = any ($1::entry_kind[])), 0) as put_in
  from (${entries}) as entries cross join lateral unnest(accounts, amounts) as posting (account, amount)`

/** Counts up to the newest entry in small steps; ends soon after the signal. */
export async function countBalanceDays(
  database: Queryable,
  { entriesMax = ENTRIES_MAX, stopping }: { entriesMax?: number; stopping?: AbortSignal } = {},
): Promise<void> {
  while (!stopping?.aborted && (await countNextEntries(database, entriesMax))) {
    // Each step is a statement of its own, so that orders come between them.
  }
}

/**
 * Adds the entries of the ledger since the last counted one to the days of their users, each exactly once, even if two processes count at
 * the same time: the second waits for the first and continues after it. @returns whether there may be more to count
 */
async function countNextEntries(database: Queryable, entriesMax: number): Promise<boolean> {
  const [row] = await database.query<{ is_more: boolean }>(
    `with counted as materialized (
      select last_seq from counted_entries where id = 1 for update
    ), fresh as materialized (
      select * from ledger_entries where seq > (select last_seq from counted) order by seq limit $2
    ), added as (
      insert into balance_days as kept (user_id, day, coin_id, change, put_in)
      select * from (${changesOf('table fresh')} where account > 0 group by 1, 2, 3) as changes where change <> 0 or put_in <> 0
      on conflict (user_id, day, coin_id) do update
        set change = kept.change + excluded.change, put_in = kept.put_in + excluded.put_in
    ), moved as (
      update counted_entries set last_seq = (select max(seq) from fresh) where id = 1 and exists (select from fresh)
    )
    select count(*) = $2 as is_more from fresh`,
    [PUT_IN, entriesMax],
  )
  return row?.is_more ?? false
}

/** The change of a user's total of one coin on one day of Tehran. */
export interface BalanceDay {
  /** "2026-11-22" */
  readonly day: string
  readonly coinId: number
  readonly change: bigint
  /** The part that came in or, below zero, went out. */
  readonly putIn: bigint
}

export interface OwnDays {
  /** The present totals, available and blocked together, by the coin's id. */
  readonly present: ReadonlyMap<number, bigint>
  /** A coin may have several rows of one day. */
  readonly days: readonly BalanceDay[]
  /** The day of the user's first movement ever; `undefined` before it. */
  readonly firstDay: string | undefined
}

/** More entries than this that are not counted yet are not read for one user. */
const BEHIND_MAX = 20_000n

type OwnRow = Partial<Omit<BalanceDay, 'coinId' | 'change'>> & Pick<BalanceDay, 'coinId' | 'change'>

/**
 * A user's present totals and all changes from a day on, as of one moment: the entries that are not counted yet are read from the ledger.
 * `undefined` while the counting is too far behind for that, as after the first start on a long history.
 */
export async function readOwnDays(
  database: Queryable,
  { userId, from }: { userId: number; from: string },
): Promise<OwnDays | undefined> {
  const [mark] = await database.query<{ counted: bigint; behind: bigint }>(
    `select last_seq as counted, (select coalesce(max(seq), 0) from ledger_entries) - last_seq as behind from counted_entries`,
  )
  if (!mark || mark.behind > BEHIND_MAX) return undefined
  // The parameter, possibly older than the mark by now, lets the planner use the index.
  const uncounted =
    'select * from ledger_entries where seq > $4::bigint and seq > (select last_seq from counted_entries)'
  const rows = await readRows(
    database,
    rowAs<OwnRow>(),
    `select null as day, coin_id as "coinId", available + blocked as change, null::numeric as "putIn"
      from balances where owner_id = $2
    union all (select day::text, coin_id, 0, null from balance_days where user_id = $2 order by day limit 1)
    union all select day::text, coin_id, change, put_in from balance_days where user_id = $2 and day >= $3::date
    union all select day::text, coin_id, change, put_in
      from (${changesOf(uncounted)} where account >> 16 = $2 group by 1, 2, 3) as changes where change <> 0 or put_in <> 0`,
    [PUT_IN, userId, from, mark.counted],
  )
  const present = new Map<number, bigint>()
  const days: BalanceDay[] = []
  let firstDay: string | undefined
  for (const { day, coinId, change, putIn } of rows) {
    if (day === undefined) present.set(coinId, change)
    else if (firstDay === undefined || day < firstDay) firstDay = day
    if (day !== undefined && putIn !== undefined && day >= from) days.push({ day, coinId, change, putIn })
  }
  return { present, days, firstDay }
}
