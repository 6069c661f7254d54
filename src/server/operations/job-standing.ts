import { type JobTrouble, overdueMs, type ProcessRole, SILENT_MS, troubleOf } from '#domain/processes.ts'
import type { JobRun, ReportedRun } from '../store/processes.ts'

/** A job over all processes that may run it. */
export interface JobStanding extends JobRun {
  readonly trouble: JobTrouble | undefined
  /** The process that runs it; `undefined` while none may. */
  readonly holder: { readonly role: ProcessRole; readonly host: string; readonly pid: number } | undefined
}

const isAlive = ({ hasEnded, processSeenMs }: ReportedRun) => !hasEnded && processSeenMs < SILENT_MS

/** A version that replaced another may have fewer jobs: a process of the same role that was started later does not know them any more. */
const isRetired = (runs: readonly ReportedRun[], living: readonly ReportedRun[]): boolean =>
  runs.every(
    (run) =>
      !isAlive(run) &&
      living.some(({ role, processStartedAt }) => role === run.role && processStartedAt > run.processStartedAt),
  )

/** The jobs, graver ones first, by the reports of all processes, those of the last day that have ended or died too. */
export function standingOf(reports: readonly ReportedRun[]): JobStanding[] {
  const living = reports.filter(isAlive)
  return [...Map.groupBy(reports, ({ name }) => name).values()]
    .filter((runs) => !isRetired(runs, living))
    .flatMap((runs) => (runs.some((run) => run.inEach && isAlive(run)) ? inEachOf(runs) : inOneOf(runs)))
    .sort(byGravity)
}

/** The process that has most trouble with it; of those that are gone nothing is expected while another lives. */
const inEachOf = (runs: readonly ReportedRun[]): JobStanding[] =>
  runs
    .filter(isAlive)
    .map((run) => ({ ...run, trouble: troubleOf(run), holder: run }))
    .sort(byGravity)
    .slice(0, 1)

/** The present holder's runs, but a success of an earlier one counts: a takeover is no failure. */
function inOneOf(runs: readonly ReportedRun[]): JobStanding[] {
  const newestFirst = runs.toSorted((one, other) => (one.beganMs ?? Infinity) - (other.beganMs ?? Infinity))
  const holder = newestFirst.find((run) => isAlive(run) && run.isHeld)
  const shown = holder ?? newestFirst[0]
  if (!shown) return []
  const succeededMs = runs.reduce((least, run) => Math.min(least, run.succeededMs ?? Infinity), Infinity)
  const run = {
    ...shown,
    isHeld: holder !== undefined,
    isRunning: holder !== undefined && shown.isRunning,
    succeededMs: Number.isFinite(succeededMs) ? succeededMs : undefined,
    knownMs: Math.max(...runs.map(({ knownMs }) => knownMs)),
  }
  return [{ ...run, trouble: troubleOf(run), holder }]
}

const byGravity = (one: JobStanding, other: JobStanding): number =>
  rankOf(other) - rankOf(one) || gravityOf(other) - gravityOf(one) || (one.name < other.name ? -1 : 1)

/** Late and failing, late, failing, without a process, well. */
const rankOf = (job: JobStanding): number =>
  job.trouble === undefined ? 0 : job.trouble === 'WAITING' ? 1 : overdueMs(job) > 0 ? 3 : 2
const gravityOf = (job: JobStanding): number =>
  job.trouble === undefined ? 0 : Math.max(job.failures, overdueMs(job) / job.everyMs)
