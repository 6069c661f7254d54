import { randomUUID } from 'node:crypto'
import { toCount } from '#domain/counts.ts'
import type { Queryable } from './database.ts'

/** The right to write, until another process takes it. */
export interface Leadership {
  readonly epoch: bigint
  /** A random name, so that a writer recognises its own row even if the outcome of its last statement is unknown. */
  readonly holder: string
  /**
   * The number of the newest committed batch of any epoch. A beginning epoch has a number of its own, since the state that is rebuilt then
   * is not quite that of the batch before: orders have expired meanwhile.
   */
  readonly batch: number
  /** Its time in milliseconds since 1970: no later batch may be older. */
  readonly at: number
}

const NEXT_EPOCH = 'update leader set epoch = epoch + 1, batch = batch + 1, seen = clock_timestamp()'
const TAKEN = 'returning epoch, batch, at'

const LEASE = 'make_interval(secs => $2::float8 / 1000)'
/** A time to come was written by a clock that has been set back since. The clock of the built-in database has no parts of a millisecond. */
const IS_OVER = `($2::float8 = 0 or seen not between clock_timestamp() - ${LEASE} and clock_timestamp() + ${LEASE})`

/**
 * Makes the caller the only writer, unless another one was seen within the last `leaseMs`: the previous writer cannot write any more.
 * `undefined`: another process leads.
 */
export async function takeEpoch(
  database: Queryable,
  { leaseMs, address }: { leaseMs: number; address?: string | undefined },
): Promise<Leadership | undefined> {
  const holder = randomUUID()
  const rows = await database.query<LeaderColumns>(
    `${NEXT_EPOCH}, holder = $1, address = $3 where id = 1 and ${IS_OVER} ${TAKEN}`,
    [holder, leaseMs, address ?? null],
  )
  return leadershipOf(rows, holder)
}

/**
 * Begins a new epoch for the same writer: waits for its batch in progress, and bars those that have not begun. `undefined`: another process
 * leads.
 */
export async function renewEpoch(database: Queryable, holder: string): Promise<Leadership | undefined> {
  const rows = await database.query<LeaderColumns>(`${NEXT_EPOCH} where id = 1 and holder = $1 ${TAKEN}`, [holder])
  return leadershipOf(rows, holder)
}

/** Says that the writer lives. `false`: another process leads. */
export async function renewLease(database: Queryable, holder: string): Promise<boolean> {
  const rows = await database.query(
    'update leader set seen = clock_timestamp() where id = 1 and holder = $1 returning id',
    [holder],
  )
  return rows.length > 0
}

/** Lets another process take over without waiting for the end of the lease. */
export async function giveUpLease(database: Queryable, holder: string): Promise<void> {
  await database.query("update leader set seen = '-infinity' where id = 1 and holder = $1", [holder])
}

interface LeaderColumns {
  epoch: bigint
  batch: bigint
  at: Date
}

const leadershipOf = ([row]: readonly LeaderColumns[], holder: string): Leadership | undefined =>
  row && { epoch: row.epoch, holder, batch: toCount(row.batch), at: row.at.getTime() }

/** The address of the process that writes, or did so last; `undefined` if no other process can reach it. */
export async function readWriterAddress(database: Queryable): Promise<string | undefined> {
  const [row] = await database.query<{ address: string | null }>('select address from leader where id = 1')
  return row?.address ?? undefined
}

/** The epoch of the process that may commit. */
export async function readEpoch(database: Queryable): Promise<number | undefined> {
  const [row] = await database.query<{ epoch: bigint }>('select epoch from leader where id = 1')
  return row && toCount(row.epoch)
}

/**
 * How many standbys a commit waits for; `undefined` if this login may not know: PostgreSQL shows others' replication to members of `pg_monitor`
 * alone.
 */
export async function countSynchronousStandbys(database: Queryable): Promise<number | undefined> {
  const [row] = await database.query<{ synchronous: number; hidden: number }>(
    `select count(*) filter (where sync_state in ('sync', 'quorum'))::integer as synchronous,
       count(*) filter (where sync_state is null)::integer as hidden from pg_stat_replication`,
  )
  return row === undefined || row.hidden > 0 ? undefined : row.synchronous
}

/** Seconds since a file of PostgreSQL's log reached the archive, or since its start if none did; `undefined` where nothing is archived. */
export async function readArchiveAge(database: Queryable): Promise<number | undefined> {
  const [row] = await database.query<{ seconds: number }>(
    `select extract(epoch from now() - coalesce(last_archived_time, pg_postmaster_start_time()))::double precision as seconds
       from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
  )
  return row?.seconds
}
