import type { Queryable } from './database.ts'

/** Leases by name, each with its fence. */
export type HeldLeases = ReadonlyMap<string, bigint>

/**
 * Takes those leases that nobody holds, and renews those that this process holds, in one statement and by the clock of the database alone.
 * The names are sorted, so that two processes never wait for each other. A lease has a higher fence whenever its holder changes: a write
 * that is conditional on it cannot follow a write of the next holder. @returns the leases that this process holds now
 */
export async function holdLeases(
  database: Queryable,
  { names, holder, ms }: { names: readonly string[]; holder: string; ms: number },
): Promise<HeldLeases> {
  const rows = await database.query<{ name: string; fence: bigint }>(
    `insert into job_leases as lease (name, holder, until)
     select name, $2, clock_timestamp() + make_interval(secs => $3::float8 / 1000) from unnest($1::text[]) as name
     on conflict (name) do update set holder = excluded.holder, until = excluded.until,
       fence = lease.fence + (lease.holder <> excluded.holder)::int
     where lease.holder = excluded.holder or lease.until < clock_timestamp()
     returning name, fence`,
    [names.toSorted(), holder, ms],
  )
  return new Map(rows.map(({ name, fence }) => [name, fence]))
}

/** Lets another process take them without waiting for their end. They are locked in the order in which they are taken. */
export async function giveUpLeases(database: Queryable, holder: string): Promise<void> {
  await database.query(
    `update job_leases set until = '-infinity'
     where name = any (array(select name from job_leases where holder = $1 order by name for update))`,
    [holder],
  )
}
