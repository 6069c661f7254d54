import type { Queryable } from '../database.ts'

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
  const [row] = await database.query<CounterRow>(
    `insert into rate_counters (kind, subject, count, window_ends_at) values ($1, $2, 1, $4)
      on conflict (kind, subject) do update set
        count = case when rate_counters.window_ends_at <= $3 then 1 else least(rate_counters.count + 1, 1000000) end,
        window_ends_at = case when rate_counters.window_ends_at <= $3 then $4 else rate_counters.window_ends_at end
      returning count, window_ends_at`,
    [kind, subject, at, windowEndsAt],
  )
  if (!row) throw new Error('the database counted nothing')
  return countedOf(row)
}

/** The sum and end of the open window; `undefined` if none is open. */
export async function readCount(
  database: Queryable,
  { kind, subject, at }: CounterKey & { at: Date },
): Promise<Counted | undefined> {
  const [row] = await database.query<CounterRow>(
    'select count, window_ends_at from rate_counters where kind = $1 and subject = $2 and window_ends_at > $3',
    [kind, subject, at],
  )
  return row && countedOf(row)
}

interface CounterRow {
  count: number
  window_ends_at: Date
}

const countedOf = ({ count, window_ends_at }: CounterRow): Counted => ({ count, windowEndsAt: window_ends_at })

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
