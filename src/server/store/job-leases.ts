import type { Queryable } from './database.ts'

/** Leases by name, each with its fence. */
export type HeldLeases = ReadonlyMap<string, bigint>

/**
 * Takes those leases that nobody holds, and renews those that this process holds, in one statement and by the clock of the database alone.
 * The names are sorted, so that two processes never wait for each other. A lease has a higher fence whenever its holder changes: a write
 * that is conditional on it cannot follow a write of the next holder. It is the time of that change in milliseconds, so that it is higher in a
 * database that was restored, too, and in a standby that took over without having had the last change. @returns the leases that this process
 * holds now
 */
export async function holdLeases(
  database: Queryable,
  { names, holder, ms }: { names: readonly string[]; holder: string; ms: number },
): Promise<HeldLeases> {
  const rows = await database.query<{ name: string; fence: bigint }>(
    `insert into job_leases as lease (name, holder, until, fence)
     select name, $2, clock_timestamp() + make_interval(secs => $3::float8 / 1000),
       (extract(epoch from clock_timestamp()) * 1000)::bigint
     from unnest($1::text[]) as name
     on conflict (name) do update set holder = excluded.holder, until = excluded.until,
       fence = case when lease.holder = excluded.holder then lease.fence else greatest(lease.fence + 1, excluded.fence) end
     where lease.holder = excluded.holder or lease.until < clock_timestamp()
     returning name, fence`,
    [names.toSorted(), holder, ms],
  )
  return new Map(rows.map(({ name, fence }) => [name, fence]))
}

/** Ends a run whose process was paused for longer than its lease: another process runs the job by now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor(reason = '') {
    super(`another process runs the job by now${reason && `: ${reason}`}`)
  }
}

/** Lets another process take it without waiting for its end. */
export async function giveUpLease(
  database: Queryable,
  { name, holder }: { name: string; holder: string },
): Promise<void> {
  await database.query("update job_leases set until = '-infinity' where name = $1 and holder = $2", [name, holder])
}
