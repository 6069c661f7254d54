import { toCount } from '#domain/counts.ts'
import type { Queryable, Transaction } from '../database.ts'

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

const HOUR_MS = 3_600_000
/** The beginning of the hour in which a refusal is counted. */
export const hourOf = (at: Date) => new Date(at.getTime() - (at.getTime() % HOUR_MS))

/** Counts a refusal in its hour. The number of rows is bounded, however many refusals there are. */
export async function addRefusal(database: Queryable, { kind, userId, network, at }: Refused): Promise<void> {
  const values = [hourOf(at), kind, userId ?? null, network, at]
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

interface CountColumns {
  kind: string
  user_id: bigint | null
  network: string
  count: number
  first_at: Date
  last_at: Date
}

/** Removes some counts of hours before this one from the table, oldest first. Rows that another process is removing are skipped. */
export async function takeRefusals(
  tx: Transaction,
  { hoursBefore, max }: { hoursBefore: Date; max: number },
): Promise<RefusalCount[]> {
  const rows = await tx.query<CountColumns>(
    `with taken as (
      select ctid from refusal_counts where hour < $1 order by hour, first_at limit $2 for update skip locked
    ), removed as (
      delete from refusal_counts where ctid in (select ctid from taken)
      returning kind, user_id, network, count, first_at, last_at
    ) select * from removed order by first_at, kind, user_id, network`,
    [hoursBefore, max],
  )
  return rows.map(({ kind, user_id, network, count, first_at, last_at }) => ({
    kind,
    userId: user_id === null ? undefined : toCount(user_id),
    network,
    count,
    firstAt: first_at,
    lastAt: last_at,
  }))
}
