import type { JobRun } from '../store/processes.ts'

/** A job as it is registered. */
interface Watched extends Pick<JobRun, 'name' | 'inEach' | 'everyMs' | 'lasts'> {
  readonly isHeld: () => boolean
}

/** By the clock of this process, which never goes back. */
interface Last {
  readonly job: Watched
  began?: number
  ended?: number
  succeeded?: number
  durationMs?: number
  failed?: number
  failure?: string
  failures: number
}

const FAILURE_LENGTH_MAX = 100

/** The last runs of the jobs of this process, in memory: a job that runs every second writes no row every second. */
export class JobRuns {
  readonly #lasts = new Map<string, Last>()

  add(job: Watched): void {
    this.#lasts.set(job.name, { job, failures: 0 })
  }

  begin(name: string): void {
    const last = this.#lasts.get(name)
    if (last) last.began = performance.now()
  }

  succeed(name: string): void {
    const last = this.#lasts.get(name)
    if (!last) return
    const now = performance.now()
    last.durationMs = Math.round(now - (last.began ?? now))
    last.failures = 0
    last.ended = last.succeeded = now
  }

  fail(name: string, error: unknown): void {
    const last = this.#lasts.get(name)
    if (!last) return
    last.ended = last.failed = performance.now()
    last.failure = kindOf(error)
    last.failures += 1
  }

  read(): JobRun[] {
    return [...this.#lasts.values()].map(runOf)
  }
}

function runOf({
  job: { isHeld, ...job },
  began,
  ended,
  succeeded,
  durationMs,
  failed,
  failure,
  failures,
}: Last): JobRun {
  const now = performance.now()
  const ageOf = (at: number | undefined) => (at === undefined ? undefined : now - at)
  const isRunning = began !== undefined && (ended === undefined || ended < began)
  return {
    ...job,
    isHeld: isHeld(),
    isRunning,
    beganMs: ageOf(began),
    succeededMs: job.lasts && isRunning ? 0 : ageOf(succeeded),
    failedMs: ageOf(failed),
    ...{ durationMs, failure, failures },
    knownMs: now,
  }
}

const CODE = /^\w{1,40}$/

/** The kind of a failure, "DatabaseError 23505": a message may contain data of a person. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  const code = [error, error.cause].map(codeOf).find((each) => each !== undefined)
  return [error.name, code].filter(Boolean).join(' ').slice(0, FAILURE_LENGTH_MAX)
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && CODE.test(code) ? code : undefined
}
