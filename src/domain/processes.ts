/**
 * The parts of a server. `all` is every one of them in one process. `writer` decides and commits; `api` answers browsers and programs; `jobs` does what
 * runs by the clock, and trades for the exchange. Custody is a program of its own.
 */
export const PROCESS_ROLES = ['all', 'writer', 'api', 'jobs'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

/**
 * The place of a process in the balancer's rotation: it does not answer yet; it is in; it has left, and ends its streams in a moment; it has left, and
 * answers only the calls that still come; it is out until it reaches the writer and the database again, as others do.
 */
export const ROTATIONS = ['STARTING', 'SERVING', 'LEAVING', 'DRAINED', 'CUT_OFF'] as const
export type Rotation = (typeof ROTATIONS)[number]

/** The right to write, of a process that may have it. */
export const WRITE_LEASES = ['LEADS', 'WAITS'] as const
export type WriteLease = (typeof WRITE_LEASES)[number]

/** A process that was not seen for so long has died, is frozen, or does not reach the database. */
export const SILENT_MS = 6_000

/** The trouble of a job: no living process may run it, no run succeeded for several intervals, or the last ones failed. */
export const JOB_TROUBLES = ['WAITING', 'LATE', 'FAILING'] as const
export type JobTrouble = (typeof JOB_TROUBLES)[number]

/** The last runs of a job. An age is in milliseconds; `undefined` if there was none. */
export interface JobAges {
  readonly everyMs: number
  /** Whether a run lasts as long as the process holds the job: it is a success while it runs. */
  readonly lasts: boolean
  /** Whether a living process may run it. */
  readonly isHeld: boolean
  readonly isRunning: boolean
  readonly succeededMs: number | undefined
  /** How long the job could have run. */
  readonly knownMs: number
  /** In a row, until now. */
  readonly failures: number
}

const LATE_INTERVALS = 3
/** A start, and a takeover by another process, may take so long. */
const LATE_GRACE_MS = 30_000
/** A single failure is normal where the next run follows within a minute. */
const FAILURES_MIN = 3
const SELDOM_MS = 60_000

/** How long a job has been without success beyond its several intervals; negative if it is in time. */
export const overdueMs = ({ everyMs, succeededMs, knownMs }: JobAges): number =>
  (succeededMs ?? knownMs) - (everyMs * LATE_INTERVALS + LATE_GRACE_MS)

/**
 * A failing job says more than a late one, although it may be both. A job that nobody may run waits until it is late: the failures were of a process
 * that is no more.
 */
export function troubleOf(job: JobAges): JobTrouble | undefined {
  const { everyMs, lasts, isHeld, isRunning, failures } = job
  if (!isHeld) return overdueMs(job) > 0 ? 'LATE' : 'WAITING'
  if (!(lasts && isRunning) && failures >= (everyMs >= SELDOM_MS ? 1 : FAILURES_MIN)) return 'FAILING'
  return overdueMs(job) > 0 ? 'LATE' : undefined
}

/** The number of jobs that are well, and of those in each trouble. */
export function countJobs(jobs: readonly { readonly trouble: JobTrouble | null | undefined }[]) {
  const inTrouble = (wanted: JobTrouble) => jobs.filter(({ trouble }) => trouble === wanted).length
  const [waiting, late, failing] = [inTrouble('WAITING'), inTrouble('LATE'), inTrouble('FAILING')]
  return { fine: jobs.length - waiting - late - failing, waiting, late, failing }
}
