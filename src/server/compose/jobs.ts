import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fence } from '#contract/custody.ts'
import { fromCount, toCount } from '#domain/counts.ts'
import type { Database } from '../store/database.ts'
import { runWithItems } from '../store/each-item.ts'
import { giveUpLease, holdLeases } from '../store/job-leases.ts'
import type { JobRuns } from './job-runs.ts'

/**
 * Recurring work: each run begins `everyMs` after the previous one ended, a tenth more or less, the first immediately. In a job of each process the
 * second follows after a random part of that. So neither jobs nor processes that were started together ask the database together for ever.
 *
 * Libraries such as pg-boss and graphile-worker queue rows in PostgreSQL and hand each to some process. These jobs find their rows by themselves, in
 * the built-in database too; they need to run in one process alone, and a fence that custody can compare.
 */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /**
   * Either the one process of a database that holds the job's lease, or each process: because the job concerns the process itself, or
   * because its rows are claimed one by one.
   */
  readonly runsIn: 'one process' | 'each process'
  /** Whether a run lasts as long as the process may run the job; absent: it ends by itself. */
  readonly lasts?: boolean
  /** A long run must end soon after the signal: the process stops, or another process may run the job by now. */
  run(stopping: AbortSignal, lease: Lease): Promise<void>
  /** Calls back when there is work before the next run is due. Returns a function that stops it. */
  onWork?(wake: () => void): () => void
}

/** The right to run a job. */
export interface Lease {
  /** Whether no other process may run the job yet: also false in a process that was frozen, before its timers notice. */
  isHeld(): boolean
  /** The higher, the later it was taken, whichever process holds it. */
  readonly fence: Fence
  /** Whether another process may have run the job before. */
  readonly isFirstRun: boolean
}

type LeaseDatabase = Pick<Database, 'engine' | 'query'>

export interface JobSettings {
  readonly database: LeaseDatabase
  readonly log: { warn(details: object, message: string): void }
  /** Remembers the last runs of each job, for operators. */
  readonly runs?: JobRuns
  /** Called for each job. The function that it returns is called with the measures of each run. */
  readonly watch?: (job: WatchedJob) => (run: { readonly ms: number; readonly failed: boolean }) => void
  /** How long a lease outlives its last renewal; absent: five seconds. */
  readonly leaseMs?: number
}

export interface WatchedJob extends Pick<Job, 'name' | 'everyMs' | 'lasts'> {
  /** Whether this process runs the job now. */
  isHeld(): boolean
}

/** The part of an interval by which a pause is longer or shorter. */
const JITTER = 0.1
const LEASE_MS = 5_000
/** Renewals within the time of a lease: all but one may fail. */
const RENEWALS = 5

/** Runs jobs until they are stopped. Resolves when it is known which of them this process runs. */
export async function startJobs(jobs: readonly Job[], settings: JobSettings): Promise<{ stop(): Promise<void> }> {
  const leases = await openLeases(
    jobs.filter(({ runsIn }) => runsIn === 'one process').map(({ name }) => name),
    settings,
  )
  const running = jobs.map((job) => {
    const { stop } = runEvery(job, job.runsIn === 'one process' ? leases.of(job.name) : alwaysHeld(), settings)
    // Another process may run the job as soon as this one does not: a slow run of another job delays none.
    return { stop: () => stop().then(() => leases.giveUp(job.name)) }
  })
  return {
    stop: async () => {
      await Promise.all(running.map((one) => one.stop()))
      await leases.close()
    },
  }
}

interface Leasing {
  /** `undefined` without a lease. */
  held(): HeldLease | undefined
  /** Calls back whenever the lease is taken. */
  onTaken(listener: () => void): void
}

/** For jobs that nobody else can run: the built-in database admits one process at a time, and each has a later fence than those before. */
function alwaysHeld(): Leasing {
  const held = { fence: fromCount(Date.now()), lost: new AbortController().signal, isHeld: () => true }
  return { held: () => held, onTaken: () => undefined }
}

/** Runs a job while its lease is held; a failed run is logged, and the next one tries again. */
function runEvery(
  { name, everyMs, runsIn, lasts = false, run, onWork }: Job,
  leasing: Leasing,
  { log, runs, watch }: Pick<JobSettings, 'log' | 'runs' | 'watch'>,
): { stop(): Promise<void> } {
  runs?.add({ name, everyMs, lasts, inEach: runsIn === 'each process', isHeld: () => leasing.held() !== undefined })
  const stopping = new AbortController()
  let woken = new AbortController()
  const wake = () => woken.abort()
  const stopListening = onWork?.(wake)
  leasing.onTaken(wake)
  const onRun = watch?.({ name, everyMs, lasts, isHeld: () => leasing.held()?.isHeld() === true })
  let current: { held: HeldLease; ends: AbortSignal } | undefined
  const runOnce = async (held: HeldLease) => {
    const isFirstRun = current?.held !== held
    if (current?.held !== held) current = { held, ends: AbortSignal.any([stopping.signal, held.lost]) }
    const { ends } = current
    const lease = { isHeld: held.isHeld, isFirstRun, fence: { job: name, number: toCount(held.fence) } }
    const began = performance.now()
    let failed = false
    runs?.begin(name)
    try {
      await runWithItems(() => run(ends, lease))
      runs?.succeed(name)
    } catch (error) {
      failed = true
      log.warn({ err: error, job: name }, 'a job failed; it is tried again')
      runs?.fail(name, error)
    }
    onRun?.({ ms: performance.now() - began, failed })
  }
  let pauseMs = runsIn === 'each process' ? everyMs * Math.random() : everyMs
  const running = (async () => {
    while (!stopping.signal.aborted) {
      woken = new AbortController()
      const held = leasing.held()
      if (held) await runOnce(held)
      await sleep(held ? pauseMs : LEASE_MS, undefined, { signal: woken.signal }).catch(() => undefined)
      pauseMs = everyMs * (1 - JITTER + 2 * JITTER * Math.random())
    }
  })()
  return {
    stop: async () => {
      stopListening?.()
      stopping.abort()
      woken.abort()
      await running
    },
  }
}

/** The leases of this process. The built-in database admits one process, which therefore holds them all. */
async function openLeases(
  names: readonly string[],
  { database, log, leaseMs = LEASE_MS }: JobSettings,
): Promise<{ of(name: string): Leasing; giveUp(name: string): Promise<void>; close(): Promise<void> }> {
  if (database.engine === 'pglite' || names.length === 0)
    return { of: alwaysHeld, giveUp: async () => undefined, close: async () => undefined }
  const leases = new Leases(names, { database, leaseMs })
  await leases.renew()
  const closing = new AbortController()
  const renewing = (async () => {
    const pause = () => sleep(leaseMs / RENEWALS, undefined, { signal: closing.signal }).catch(() => undefined)
    for (await pause(); !closing.signal.aborted; await pause())
      await leases.renew().catch((error: unknown) => log.warn({ err: error }, 'the leases of jobs were not renewed'))
  })()
  return {
    of: (name) => leases.of(name),
    giveUp: (name) =>
      leases
        .giveUp(name)
        .catch((error: unknown) => log.warn({ err: error, job: name }, 'the lease of a job was not given up')),
    close: async () => {
      closing.abort()
      await renewing
    },
  }
}

interface HeldLease {
  readonly fence: bigint
  /** Aborted when it is lost. */
  readonly lost: AbortSignal
  readonly isHeld: () => boolean
}

class Leases {
  #names: readonly string[]
  readonly #settings: { readonly database: LeaseDatabase; readonly leaseMs: number }
  #renewing: Promise<unknown> = Promise.resolve()
  readonly #holder = randomUUID()
  readonly #held = new Map<string, HeldLease & { readonly lose: () => void }>()
  readonly #listeners = new Map<string, () => void>()
  /** By the clock of this process, counted from before the question: never later than the end in the database. */
  #heldUntil = Number.NEGATIVE_INFINITY
  #lapse: NodeJS.Timeout | undefined

  constructor(names: readonly string[], settings: { database: LeaseDatabase; leaseMs: number }) {
    this.#names = names
    this.#settings = settings
  }

  renew(): Promise<void> {
    const renewed = this.#renew()
    this.#renewing = renewed.catch(() => undefined)
    return renewed
  }

  async #renew(): Promise<void> {
    const { database, leaseMs } = this.#settings
    const until = performance.now() + leaseMs
    const fences = await holdLeases(database, { names: this.#names, holder: this.#holder, ms: leaseMs })
    this.#heldUntil = until
    clearTimeout(this.#lapse)
    this.#lapse = setTimeout(() => this.#lose(this.#names), until - performance.now())
    this.#lapse.unref()
    this.#lose(this.#names.filter((name) => this.#held.get(name)?.fence !== fences.get(name)))
    for (const [name, fence] of fences) {
      if (this.#held.has(name)) continue
      const ending = new AbortController()
      this.#held.set(name, {
        ...{ fence, lost: ending.signal, lose: () => ending.abort() },
        isHeld: () => !ending.signal.aborted && performance.now() < this.#heldUntil,
      })
      this.#listeners.get(name)?.()
    }
  }

  of(name: string): Leasing {
    return {
      held: () => this.#held.get(name),
      onTaken: (listener) => {
        this.#listeners.set(name, listener)
      },
    }
  }

  /** This process runs the job no more. */
  async giveUp(name: string): Promise<void> {
    if (!this.#names.includes(name)) return
    this.#names = this.#names.filter((each) => each !== name)
    this.#lose([name])
    // A renewal that is under way would take it again.
    await this.#renewing
    await giveUpLease(this.#settings.database, { name, holder: this.#holder })
  }

  #lose(names: readonly string[]): void {
    for (const name of names) {
      this.#held.get(name)?.lose()
      this.#held.delete(name)
    }
  }
}
