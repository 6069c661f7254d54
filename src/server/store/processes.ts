import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import { type JobAges, type ProcessRole, ROTATIONS, WRITE_LEASES } from '#domain/processes.ts'
import type { Queryable } from './database.ts'
import { countOf, findRow, hasRows, readRows, rowAs } from './rows.ts'

/** Announced when operators wish that a process leaves the rotation, or comes back. */
export const DRAINS = 'drains'

/** A process as it was started. */
export interface StartedProcess {
  readonly id: string
  readonly role: ProcessRole
  readonly version: string
  readonly host: string
  readonly pid: number
}

const count = z.number().nullable().catch(null)

/** The figures that a process reports of itself. Another version may report fewer, or others: those are unknown. */
const ProcessState = z.object({
  rotation: z.enum(ROTATIONS).catch('SERVING'),
  lease: z.enum(WRITE_LEASES).nullable().catch(null),
  /** How old what the writer's commits say may be. */
  feedMs: count,
  /** Commands without an answer. */
  waiting: count,
  streams: count,
  memoryBytes: count,
  /** The delay of the event loop within which 99 of 100 turns began since the last report. */
  loopMs: count,
})
export type ProcessState = z.infer<typeof ProcessState>

/** Writes the row of a process. @returns whether operators want it to be out of the rotation */
export async function saveProcess(
  database: Queryable,
  { id, role, version, host, pid }: StartedProcess,
  state: ProcessState,
): Promise<{ readonly isDrainWanted: boolean }> {
  const [row] = await database.query<{ wanted: boolean }>(
    `insert into processes (id, role, version, host, pid, started_at, seen_at, state)
     values ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp(), $6)
     on conflict (id) do update set seen_at = excluded.seen_at, state = excluded.state
     returning drain_wanted_at is not null as wanted`,
    [id, role, version, host, pid, { json: state }],
  )
  return { isDrainWanted: row?.wanted === true }
}

/** How much later than this process another one that answers has received a line of the writer, by their reports; `undefined` if there is none. */
export async function lagBehindOthersMs(database: Queryable, id: string): Promise<number | undefined> {
  const lineAt = "seen_at - make_interval(secs => (state ->> 'feedMs')::float8 / 1000)"
  const [row] = await database.query<{ lag: number | null }>(
    `select (extract(epoch from max(${lineAt}) - (select ${lineAt} from processes where id = $1)) * 1000)::integer as lag
     from processes where role = 'api' and id <> $1 and ended_at is null`,
    [id],
  )
  return row?.lag ?? undefined
}

/** The process ends well. */
export async function endProcess(database: Queryable, id: string): Promise<void> {
  await database.query('update processes set ended_at = clock_timestamp() where id = $1', [id])
}

/** A process that has not ended well, with its last report. */
export interface ReportedProcess extends StartedProcess {
  readonly startedAt: Date
  /** How long ago it was seen. */
  readonly seenMs: number
  readonly state: ProcessState
  readonly drain: { readonly at: Date; readonly by: string } | undefined
}

interface Columns extends StartedProcess, Pick<ReportedProcess, 'startedAt' | 'seenMs'> {
  readonly state: unknown
  readonly drainAt: Date | undefined
  readonly drainBy: string | undefined
}

const reported = (row: Parameters<ReturnType<typeof rowAs<Columns>>>[0]): ReportedProcess => {
  const { state, drainAt, drainBy = '', seenMs: age, ...rest } = rowAs<Columns>('seenMs')(row)
  // The clock of the database may have been set back.
  const seenMs = Math.max(0, age)
  return { ...rest, seenMs, state: ProcessState.parse(state), drain: drainAt && { at: drainAt, by: drainBy } }
}

/** The milliseconds since a time, by the clock of the database. */
const ageOf = (time: string) => `(extract(epoch from clock_timestamp() - ${time}) * 1000)::bigint`

/** The processes that were seen within an hour and have not ended well. */
export const readProcesses = (database: Queryable): Promise<ReportedProcess[]> =>
  readRows(
    database,
    reported,
    `select p.id, p.role, version, host, pid, started_at as "startedAt", ${ageOf('seen_at')} as "seenMs", state,
       drain_wanted_at as "drainAt", operator_name as "drainBy"
     from processes p left join users on users.id = drain_wanted_by
     where ended_at is null and seen_at > clock_timestamp() - make_interval(secs => ${HOUR_MS / 1_000})
     order by host, started_at, p.id`,
  )

interface Draining {
  readonly role: ProcessRole
  readonly isDrainWanted: boolean
  readonly seenMs: number
  readonly host: string
  readonly pid: number
}

/** The advisory lock of a drain: any number that nothing else of this database uses. */
const DRAINING = 7_302

/**
 * A process that may be drained. Until the end of the transaction no other operator drains one: of two at the same time, the second sees what the first
 * has done. The rows stay free, since each process writes its own. `undefined`: it has ended, or is of another role.
 */
export async function lockForDrain(tx: Queryable, id: string): Promise<Draining | undefined> {
  await tx.query('select pg_advisory_xact_lock($1)', [DRAINING])
  return findRow(
    tx,
    rowAs<Draining>('seenMs'),
    `select role, drain_wanted_at is not null as "isDrainWanted", ${ageOf('seen_at')} as "seenMs", host, pid
     from processes where id = $1 and role = 'api' and ended_at is null`,
    [id],
  )
}

/** The number of other processes that answer and stay in the rotation. */
export const countOthersServing = (
  tx: Queryable,
  { id, silentMs }: { readonly id: string; readonly silentMs: number },
): Promise<number> =>
  countOf(
    tx,
    `select count(*) from processes where role = 'api' and id <> $1 and ended_at is null and drain_wanted_at is null
       and state ->> 'rotation' = 'SERVING' and ${ageOf('seen_at')} < $2`,
    [id, silentMs],
  )

/** Records the wish of an operator; without one, the process comes back. `false`: it was so already. */
export const wantDrain = (
  tx: Queryable,
  id: string,
  wanted: { readonly at: Date; readonly operatorId: number } | undefined,
): Promise<boolean> =>
  hasRows(
    tx,
    `update processes set drain_wanted_at = $2, drain_wanted_by = $3
     where id = $1 and (drain_wanted_at is null) = ($2::timestamptz is not null) returning id`,
    [id, wanted?.at, wanted?.operatorId],
  )

/** The last runs of a job in a process; times are ages. */
export interface JobRun extends JobAges {
  readonly name: string
  /** Whether each process runs the job; else the one that holds its lease. */
  readonly inEach: boolean
  readonly beganMs: number | undefined
  /** Of the last success. */
  readonly durationMs: number | undefined
  readonly failedMs: number | undefined
  /** The kind of the last failure. */
  readonly failure: string | undefined
}

const ago = (age: string) => `clock_timestamp() - make_interval(secs => ${age} / 1000)`

/** Writes the last runs of jobs of a process in one statement, whatever their number. */
export async function saveJobRuns(database: Queryable, processId: string, runs: readonly JobRun[]): Promise<void> {
  if (runs.length === 0) return
  await database.query(
    `insert into job_runs as run (process_id, name, in_each, every_ms, lasts, is_held, is_running, began_at, succeeded_at, duration_ms,
       failed_at, failure, failures)
     select $1, name, "inEach", "everyMs", lasts, "isHeld", "isRunning", ${ago('"beganMs"')}, ${ago('"succeededMs"')}, "durationMs",
       ${ago('"failedMs"')}, failure, failures
     from json_to_recordset($2) as given (name text, "inEach" boolean, "everyMs" bigint, lasts boolean, "isHeld" boolean,
       "isRunning" boolean, "beganMs" float8, "succeededMs" float8, "durationMs" bigint, "failedMs" float8, failure text, failures bigint)
     on conflict (process_id, name) do update set every_ms = excluded.every_ms, is_held = excluded.is_held, is_running = excluded.is_running,
       began_at = excluded.began_at, succeeded_at = excluded.succeeded_at, duration_ms = excluded.duration_ms,
       failed_at = excluded.failed_at, failure = excluded.failure, failures = excluded.failures`,
    [processId, { json: runs }],
  )
}

/** A job of a process, which may have ended. */
export interface ReportedRun extends JobRun, Pick<StartedProcess, 'role' | 'host' | 'pid'> {
  readonly processId: string
  readonly processStartedAt: Date
  readonly processSeenMs: number
  readonly hasEnded: boolean
}

/** The last runs of all jobs in all processes of the last day. */
export const readJobRuns = (database: Queryable): Promise<ReportedRun[]> =>
  readRows(
    database,
    rowAs<ReportedRun>(
      ...([
        'everyMs',
        'knownMs',
        'beganMs',
        'succeededMs',
        'durationMs',
        'failedMs',
        'failures',
        'processSeenMs',
      ] as const),
    ),
    `select name, in_each as "inEach", every_ms as "everyMs", lasts, is_held as "isHeld", is_running as "isRunning",
       ${ageOf('started_at')} as "knownMs", ${ageOf('began_at')} as "beganMs", ${ageOf('succeeded_at')} as "succeededMs",
       duration_ms as "durationMs", ${ageOf('failed_at')} as "failedMs", failure, failures, process_id as "processId", role, host, pid,
       started_at as "processStartedAt", ${ageOf('seen_at')} as "processSeenMs", ended_at is not null as "hasEnded"
     from job_runs join processes on processes.id = process_id where seen_at > clock_timestamp() - make_interval(secs => ${DAY_MS / 1_000})
     order by name, started_at`,
  )
