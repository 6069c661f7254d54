import type * as z from 'zod/mini'
import { drainProcess, getProcesses, takeProcessBack } from '#contract/operations-processes.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { countJobs, SILENT_MS } from '#domain/processes.ts'
import { type Route, route } from '../../http/route.ts'
import { type JobStanding, standingOf } from '../../operations/job-standing.ts'
import type { Queryable } from '../../store/database.ts'
import {
  countOthersServing,
  DRAINS,
  lockForDrain,
  type ReportedProcess,
  readJobRuns,
  readProcesses,
  wantDrain,
} from '../../store/processes.ts'
import { type Act, actOf, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'

type OnWire = z.input<typeof getProcesses.response>['baseDTO']

/** The processes that share the database, their jobs, and the way out of the balancer's rotation and back. */
export function processRoutes({ accounts }: Pick<ConsoleServices, 'accounts'>): Route[] {
  const { database, now } = accounts
  return [
    route(getProcesses, async () => {
      const processes = await readProcesses(database)
      const at = now()
      return {
        baseDTO: {
          at: at.toISOString(),
          processes: processes.map((process) => processOnWire(process, { newest: newestOf(processes), at })),
          jobs: standingOf(await readJobRuns(database)).map((job) => jobOnWire(job, at)),
        },
      }
    }),
    route(drainProcess, async (call) => (await changeRotation(accounts, call.params.id, 'drain', actOf(call))) ?? {}),
    route(
      takeProcessBack,
      async (call) => (await changeRotation(accounts, call.params.id, 'take back', actOf(call))) ?? {},
    ),
  ]
}

/** For the first page: how many processes and jobs are well, and the jobs that are late or fail. */
export async function readProcessHealth(database: Queryable, at: Date) {
  const [processes, runs] = await Promise.all([readProcesses(database), readJobRuns(database)])
  const standing = standingOf(runs)
  const gone = processes.filter(isGone).length
  return {
    processes: { running: processes.length - gone, gone },
    jobCounts: countJobs(standing),
    jobs: standing.flatMap(({ trouble, ...job }) => {
      if (trouble === undefined || trouble === 'WAITING') return []
      const { name, succeededAt, failures, failure } = jobOnWire(job, at)
      return [{ name, trouble, succeededAt, failures, failure }]
    }),
  }
}

const isGone = ({ seenMs }: Pick<ReportedProcess, 'seenMs'>) => seenMs >= SILENT_MS

/** The version of the living process that was started last. */
const newestOf = (processes: readonly ReportedProcess[]): string | undefined =>
  processes
    .filter((process) => !isGone(process))
    .reduce<ReportedProcess | undefined>(
      (newest, each) => (newest && newest.startedAt >= each.startedAt ? newest : each),
      undefined,
    )?.version

function processOnWire(
  { startedAt, seenMs, state, drain, ...process }: ReportedProcess,
  { newest, at }: { readonly newest: string | undefined; readonly at: Date },
): OnWire['processes'][number] {
  const gone = isGone({ seenMs })
  return {
    ...process,
    hasOtherVersion: !gone && process.version !== newest,
    startedAt: startedAt.toISOString(),
    seenAt: before(at, seenMs),
    seenMs,
    gone,
    ...state,
    drain: drain ? { by: drain.by, at: drain.at.toISOString() } : null,
  }
}

function jobOnWire(
  { holder, ...job }: Omit<JobStanding, 'trouble'> & Partial<JobStanding>,
  at: Date,
): OnWire['jobs'][number] {
  const instant = (ageMs: number | undefined) => (ageMs === undefined ? null : before(at, ageMs))
  return {
    name: job.name,
    inEach: job.inEach,
    everyMs: job.everyMs,
    lasts: job.lasts,
    trouble: job.trouble ?? null,
    holder: holder ?? null,
    isRunning: job.isRunning,
    beganAt: instant(job.beganMs),
    succeededAt: instant(job.succeededMs),
    durationMs: job.durationMs ?? null,
    failedAt: instant(job.failedMs),
    failure: job.failure ?? null,
    failures: job.failures,
  }
}

const before = (at: Date, ageMs: number) => new Date(at.getTime() - ageMs).toISOString()

/**
 * Records the wish, which the process obeys within two seconds. One process at least stays in the rotation. Refuses PROCESS_GONE,
 * NOTHING_TO_CHANGE, LAST_PROCESS.
 */
async function changeRotation(
  { database, now }: ConsoleServices['accounts'],
  id: string,
  change: 'drain' | 'take back',
  act: Act,
): Promise<Rejected | undefined> {
  const at = now()
  const isDrain = change === 'drain'
  return database.transaction(async (tx) => {
    const process = await lockForDrain(tx, id)
    if (!process || isGone(process)) return rejected('PROCESS_GONE')
    if (process.isDrainWanted === isDrain) return rejected('NOTHING_TO_CHANGE')
    if (isDrain && (await countOthersServing(tx, { id, silentMs: SILENT_MS })) === 0) return rejected('LAST_PROCESS')
    await wantDrain(tx, id, isDrain ? { at, operatorId: act.operatorId } : undefined)
    tx.announce(DRAINS)
    const details = { process: `${process.host}, ${process.pid}` }
    await recordAct(tx, act, { at, kind: isDrain ? 'PROCESS_DRAINED' : 'PROCESS_TAKEN_BACK', details })
    return undefined
  })
}
