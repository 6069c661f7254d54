import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { giveUpLease, takeEpoch } from '../leadership.ts'
import { hasRows } from '../rows.ts'

/** All that the archive has, instead of a moment. */
export const LATEST = 'latest'

const LOOK_MS = 250

/**
 * Checks that PostgreSQL has recovered this database to the moment and has opened it, and that nobody writes it: a restore would end every session
 * of a live exchange. @returns the moment whose state it has @throws Error with a sentence for the person at the command line
 */
export async function checkRecovered(
  database: Database,
  { until, leaseMs }: { until: string; leaseMs: number },
): Promise<string> {
  const [found] = await database.query<{ recovering: boolean; newest: Date }>(
    `select pg_is_in_recovery() as recovering, greatest(at, seen) as newest from leader where id = 1`,
  )
  if (!found) throw new Error('The database is none of this exchange.')
  if (found.recovering) throw new Error('PostgreSQL still recovers. Wait until it has opened the database.')
  const moment = until === LATEST ? found.newest : new Date(until)
  if (Number.isNaN(moment.getTime()))
    throw new Error(`"${until}" is no moment, such as 2026-11-29T13:05:00Z, nor "${LATEST}".`)
  if (found.newest > moment)
    throw new Error(
      `The database has commits until ${found.newest.toISOString()}: it was not recovered to ${moment.toISOString()}.`,
    )
  await refuseWriter(database, leaseMs)
  return moment.toISOString()
}

/** Whether PostgreSQL has recovered this state from an archive, and no restore has taken it over: its sessions and keys would live again. */
export const isUntaken = (database: Database): Promise<boolean> =>
  hasRows(
    database,
    `select 1 from (select nullif(current_setting('kimia.recovered', true), '')::timestamptz as at) as recovered
     where at is not null and not exists (select from restores where restored_at >= at)`,
  )

/** A lease that came with the state is over soon; that of a living writer is renewed. */
async function refuseWriter(database: Database, leaseMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs <= 2 * leaseMs; waitedMs += LOOK_MS) {
    const taken = await takeEpoch(database, { leaseMs })
    if (taken) return giveUpLease(database, taken.holder)
    await sleep(LOOK_MS)
  }
  throw new Error('A writer is at work on this database: it is no restored one.')
}
