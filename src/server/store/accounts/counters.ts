import { toCount } from '#domain/counts.ts'
import { HOUR_MS } from '#domain/durations.ts'
import type { Queryable, Transaction } from '../database.ts'
import { readRows, rowAs } from '../rows.ts'

export interface CounterKey {
  /** The counted action: "sign-up-code:number". */
  readonly kind: string
  /** The counted subject: a number, a network address, a user. */
  readonly subject: string
}

export interface Counted {
  readonly count: number
  readonly windowEndsAt: Date
}

/** Counts one more and returns the window's sum and end; the first count, or one after the window's end, opens a new window. */
export async function countUp(
  database: Queryable,
  { kind, subject, at, windowEndsAt }: CounterKey & { at: Date; windowEndsAt: Date },
): Promise<Counted> {
  const [row] = await database.query<Counted>(
    `insert into rate_counters (kind, subject, count, window_ends_at) values ($1, $2, 1, $4)
      on conflict (kind, subject) do update set
        count = case when rate_counters.window_ends_at <= $3 then 1 else least(rate_counters.count + 1, 1000000) end,
        window_ends_at = case when rate_counters.window_ends_at <= $3 then $4 else rate_counters.window_ends_at end
      returning count, window_ends_at as "windowEndsAt"`,
    [kind, subject, at, windowEndsAt],
  )
  if (!row) throw new Error('the database counted nothing')
  return row
}

/** The sum and end of the open window; `undefined` if none is open. */
export async function readCount(
  database: Queryable,
  { kind, subject, at }: CounterKey & { at: Date },
): Promise<Counted | undefined> {
  const [row] = await database.query<Counted>(
    `select count, window_ends_at as "windowEndsAt" from rate_counters
      where kind = $1 and subject = $2 and window_ends_at > $3`,
    [kind, subject, at],
  )
  return row
}

/** Takes back a count that was made before the attempt turned out to be right. */
export async function countDown(database: Queryable, { kind, subject }: CounterKey): Promise<void> {
  await database.query('update rate_counters set count = greatest(count - 1, 0) where kind = $1 and subject = $2', [
    kind,
    subject,
  ])
}

export async function forgetCount(database: Queryable, { kind, subject }: CounterKey): Promise<void> {
  await database.query('delete from rate_counters where kind = $1 and subject = $2', [kind, subject])
}

/** The calls of one minute, by name, that a process has counted since it added the last ones. */
export interface CountedCalls {
  /** Minutes since 1970 by the clock of the database. */
  readonly minute: number
  readonly calls: ReadonlyMap<string, number>
}

/** The calls that all processes have added under these names in that minute. */
export interface AllCalls {
  readonly totals: Readonly<Record<string, number>>
  /** Milliseconds since 1970 by the clock of the database. */
  readonly at: number
}

const CALLS_DELETED_MAX = 10_000

/**
 * Adds calls to those of other processes, and deletes those of past minutes. The names are sorted, so that two processes never wait for each
 * other, and rows that another process deletes are skipped for the same reason.
 */
export async function addCalls(database: Queryable, { minute, calls }: CountedCalls): Promise<AllCalls> {
  const [row] = await database.query<{ totals: Record<string, number>; at: bigint }>(
    `with added as (
      insert into call_counts as known (minute, name, calls)
      select $1, name, calls from unnest($2::text[], $3::integer[]) as given (name, calls) order by name collate "C"
      on conflict (minute, name) do update set calls = least(known.calls + excluded.calls, 1000000000)
      returning name, calls
    ), gone as (
      delete from call_counts where ctid = any (array(
        select ctid from call_counts where minute < extract(epoch from clock_timestamp())::bigint / 60 - 1
        limit ${CALLS_DELETED_MAX} for update skip locked
      ))
    )
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as at,
      coalesce((select json_object_agg(name, calls) from added), '{}') as totals`,
    [minute, [...calls.keys()], [...calls.values()]],
  )
  if (!row) throw new Error('the database counted nothing')
  return { totals: row.totals, at: toCount(row.at) }
}

export interface Refused {
  /** "WRONG_PASSWORD". */
  readonly kind: string
  readonly userId: number | undefined
  readonly network: string
  readonly at: Date
}

/** The refusals of one kind, user and network within an hour. */
export interface RefusalCount extends Omit<Refused, 'at'> {
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
}

/** Networks listed per user, kind and hour; further ones are counted together. */
const NETWORKS_MAX = 8
/** Users listed per network, kind and hour; further ones are counted without a name. */
const USERS_MAX = 20
/** Rows per kind and hour; further refusals are counted together. */
const ROWS_MAX = 1_000
const SEVERAL = 'several'

/** The beginning of the hour in which a refusal is counted. */
export const hourOf = (at: Date) => new Date(at.getTime() - (at.getTime() % HOUR_MS))

/** Counts a refusal in its hour. The number of rows is bounded, however many refusals there are. */
export async function addRefusal(database: Queryable, { kind, userId, network, at }: Refused): Promise<void> {
  const values = [hourOf(at), kind, userId, network, at]
  const known = await database.query(
    `update refusal_counts set count = least(count + 1, 1000000000), last_at = greatest(last_at, $5)
      where hour = $1 and kind = $2 and user_id is not distinct from $3 and network = $4 returning 1`,
    values,
  )
  if (known.length > 0) return
  await database.query(
    `insert into refusal_counts (hour, kind, user_id, network, count, first_at, last_at)
      select $1, $2, case when many.rows < $6 and many.users < $7 then $3::bigint end,
        case when many.rows < $6 and many.networks < $8 then $4 else $9 end, 1, $5, $5
      from (select count(*) as rows, count(*) filter (where network = $4) as users,
          count(*) filter (where user_id is not distinct from $3::bigint) as networks
        from refusal_counts where hour = $1 and kind = $2) as many
      on conflict on constraint refusal_counts_key do update set
        count = least(refusal_counts.count + 1, 1000000000), last_at = greatest(refusal_counts.last_at, excluded.last_at)`,
    [...values, ROWS_MAX, USERS_MAX, NETWORKS_MAX, SEVERAL],
  )
}

/** Removes some counts of hours before this one from the table, oldest first. Rows that another process is removing are skipped. */
export const takeRefusals = (
  tx: Transaction,
  { hoursBefore, max }: { hoursBefore: Date; max: number },
): Promise<RefusalCount[]> =>
  readRows(
    tx,
    rowAs<RefusalCount>('userId'),
    `with taken as (
      select ctid from refusal_counts where hour < $1 order by hour, first_at limit $2 for update skip locked
    ), removed as (
      delete from refusal_counts where ctid in (select ctid from taken)
      returning kind, user_id as "userId", network, count, first_at as "firstAt", last_at as "lastAt"
    ) select * from removed order by "firstAt", kind, "userId", network`,
    [hoursBefore, max],
  )
