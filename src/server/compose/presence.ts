import { createHash, randomUUID } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ProcessRole, Rotation } from '#domain/processes.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Standing } from '../http/every-call.ts'
import type { LiveStreams } from '../http/live-streams.ts'
import type { Gauges } from '../operations/gauges.ts'
import type { Database, Pipeline } from '../store/database.ts'
import {
  DRAINS,
  endProcess,
  lagBehindOthersMs,
  type ProcessState,
  saveJobRuns,
  saveProcess,
} from '../store/processes.ts'
import { JobRuns } from './job-runs.ts'
import { startJobs } from './jobs.ts'

/** The balancer in front asks twice a second whether this process is in the rotation. */
export const DRAIN_MS = 2_500

/** An operator's wish is seen at once by its announcement, or within this time where that is lost. */
const BEAT_MS = 2_000
/** Jobs are written with each third beat, all in one statement. */
const BEATS_PER_WRITE = 3
/** A database that does not answer delays the end no longer. */
const END_MS_MAX = 1_000
/** The loop is looked at this often; the wait itself is no delay. */
const LOOP_MS = 20
const NS_PER_MS = 1_000_000
const LOOK_MS = 500
/** A feed has a line each half second, and a report is two seconds old at most. */
const LAG_MS_MAX = 2_000
/** After a takeover each process finds the next writer within so long of the others. */
const FINDING_MS = 250
/** No report reached the database for so long, while the writer reached it all the time: two reports were missed. */
const UNREPORTED_MS = 4_500

interface PresenceSettings {
  readonly database: Database
  readonly log: { warn(details: object, message: string): void }
  readonly process: { readonly role: ProcessRole; readonly writes: boolean }
  readonly gauges: Gauges
}

/**
 * Whether a process that answers has lost its way to the writer or to the database while others have not: its customers are better off at another
 * one. Where the writer or the database itself is away, there is nothing better, and it is not cut off. Times are those of `performance.now()`.
 */
export class CutOff {
  #reportedAt: number
  #servingSince: number | undefined
  #isBehind = false

  constructor(now: number) {
    this.#reportedAt = now
  }

  /** A report has reached the database. @param lagMs behind another process; absent: there is no other one */
  reported({ now, lagMs }: { readonly now: number; readonly lagMs: number | undefined }): void {
    this.#reportedAt = now
    this.#isBehind = (lagMs ?? 0) > LAG_MS_MAX
  }

  /** @param isServing by the writer's own word, which includes the database; @param feedMs since the last line of the writer */
  look({
    now,
    isServing,
    feedMs,
  }: {
    readonly now: number
    readonly isServing: boolean
    readonly feedMs: number
  }): boolean {
    this.#servingSince = isServing ? (this.#servingSince ?? now) : undefined
    const isUnreported = now - Math.max(this.#reportedAt, this.#servingSince ?? now) > UNREPORTED_MS
    const isStillBehind = this.#isBehind && feedMs > LAG_MS_MAX && now - this.#reportedAt >= FINDING_MS
    return isStillBehind || isUnreported
  }
}

/**
 * The row by which operators see this process, and through which they take it out of the balancer's rotation and back. Nothing waits for it: while the
 * database is away, the process does whatever it does, and is shown as gone.
 */
export class Presence {
  /** The jobs of this process. */
  readonly runs = new JobRuns()
  readonly #settings: PresenceSettings
  /** Of its own: a process whose customers' statements wait for a connection is busy, and not cut off. */
  readonly #pipeline: Pipeline
  readonly #id = randomUUID()
  readonly #loop = monitorEventLoopDelay({ resolution: LOOP_MS })
  readonly #beating: Promise<{ stop(): Promise<void> }>
  #beatNow = () => {}
  #version: string | undefined
  #beats = 0
  #exchange: Pick<Exchange, 'ageMs' | 'isServing'> | undefined
  #streams: Pick<LiveStreams, 'size' | 'endAll'> | undefined
  #rotation: Rotation = 'STARTING'
  #isEnding = false
  #leaving: NodeJS.Timeout | undefined
  readonly #cutOff = new CutOff(performance.now())
  #looking: NodeJS.Timeout | undefined
  #isCutOff = false

  constructor(settings: PresenceSettings) {
    this.#settings = settings
    const { database, log } = settings
    this.#pipeline = database.pipeline()
    this.#loop.enable()
    const beat = {
      name: 'report this process',
      everyMs: BEAT_MS,
      runsIn: 'each process',
      run: () => this.#beat(),
      onWork: (wake: () => void) => {
        this.#beatNow = wake
        return database.onAnnounced(DRAINS, wake)
      },
    } as const
    this.#beating = startJobs([beat], { database, log })
  }

  /** By which the balancer in front knows whether to send more. */
  get standing(): Standing {
    if (this.#isCutOff) return 'CUT_OFF'
    return this.#isLeaving ? 'ENDS' : 'OK'
  }

  get #isLeaving(): boolean {
    return this.#rotation === 'LEAVING' || this.#rotation === 'DRAINED'
  }

  /** Whether the balancer has known for long enough that it ends. */
  get isDrained(): boolean {
    return this.#rotation === 'DRAINED'
  }

  /** The exchange is open: a process that may write leads. */
  leads(exchange: Pick<Exchange, 'ageMs' | 'isServing'>): void {
    this.#exchange = exchange
  }

  /** The server has these streams, which end when the process is drained. */
  follow(streams: Pick<LiveStreams, 'size' | 'endAll'>): void {
    this.#streams = streams
  }

  /** The process listens. */
  serves(): void {
    this.#rotation = 'SERVING'
    if (this.#settings.process.role === 'api') this.#looking = setInterval(() => this.#look(), LOOK_MS).unref()
  }

  /** The balancer sends nothing more, from now on until the end. */
  leave(): void {
    clearTimeout(this.#leaving)
    this.#isEnding = true
    this.#rotation = 'LEAVING'
  }

  /** The last word of a process that ends well. */
  async end(): Promise<void> {
    const { database, log } = this.#settings
    this.#loop.disable()
    clearTimeout(this.#leaving)
    clearInterval(this.#looking)
    const ending = this.#beating
      .then(({ stop }) => stop())
      .then(() => endProcess(database, this.#id))
      .catch((error: unknown) => log.warn({ err: error }, 'this process could not report its end'))
    await Promise.race([ending, sleep(END_MS_MAX, undefined, { ref: false })])
  }

  async #beat(): Promise<void> {
    const { database, process: own } = this.#settings
    this.#version ??= await readVersion()
    const started = { id: this.#id, role: own.role, version: this.#version, host: hostname(), pid: process.pid }
    const state = this.#state()
    const { isDrainWanted } = await saveProcess(this.#pipeline, started, state)
    const isDoubtful = own.role === 'api' && (state.feedMs ?? 0) > LAG_MS_MAX
    const lagMs = isDoubtful ? await lagBehindOthersMs(this.#pipeline, this.#id) : undefined
    this.#cutOff.reported({ now: performance.now(), lagMs })
    if (this.#obey({ isDrainWanted })) await saveProcess(this.#pipeline, started, this.#state())
    if (this.#beats++ % BEATS_PER_WRITE === 0) await saveJobRuns(database, this.#id, this.runs.read())
  }

  /** @returns whether the rotation has changed */
  #obey({ isDrainWanted }: { readonly isDrainWanted: boolean }): boolean {
    if (this.#isEnding || this.#rotation === 'STARTING' || isDrainWanted === this.#isLeaving) return false
    clearTimeout(this.#leaving)
    this.#rotation = isDrainWanted ? 'LEAVING' : 'SERVING'
    // Streams that ended before the balancer knows would come back here.
    if (isDrainWanted) this.#leaving = setTimeout(() => this.#drained(), DRAIN_MS)
    return true
  }

  #drained(): void {
    this.#streams?.endAll()
    this.#rotation = 'DRAINED'
  }

  #look(): void {
    const { isServing = () => false, ageMs = () => 0 } = this.#exchange ?? {}
    // A doubtful process compares itself with the others at each look, and not only when it reports.
    if (ageMs() > LAG_MS_MAX) this.#beatNow()
    const isCutOff = this.#cutOff.look({ now: performance.now(), isServing: isServing(), feedMs: ageMs() })
    if (isCutOff === this.#isCutOff) return
    this.#isCutOff = isCutOff
    const what = isCutOff
      ? 'leaves the rotation: it alone does not reach the writer or the database'
      : 'is in the rotation again'
    this.#settings.log.warn({}, `this process ${what}`)
    if (isCutOff) setTimeout(() => this.#isCutOff && this.#streams?.endAll(), DRAIN_MS).unref()
  }

  #state(): ProcessState {
    const { process: own, gauges } = this.#settings
    const exchange = this.#exchange
    const loopMs = Math.max(0, Math.round(this.#loop.percentile(99) / NS_PER_MS) - LOOP_MS)
    this.#loop.reset()
    return {
      rotation: this.#isCutOff ? 'CUT_OFF' : this.#rotation,
      lease: own.writes ? (exchange ? 'LEADS' : 'WAITS') : null,
      feedMs: exchange && !own.writes ? Math.round(exchange.ageMs()) : null,
      waiting: exchange ? gauges.waiting : null,
      streams: SERVING_ROLES.includes(own.role) ? (this.#streams?.size ?? null) : null,
      memoryBytes: process.memoryUsage.rss(),
      loopMs,
    }
  }
}

/** The roles with streams. */
const SERVING_ROLES: readonly ProcessRole[] = ['all', 'api']

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** "0.1.0+3f2a91c": the package's version, which may stand still between two upgrades, and a digest of the code that runs. */
async function readVersion(): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const digest = createHash('sha256')
  const files: string[] = []
  for await (const file of glob('src/{contract,domain,server}/**/*.{sql,ts}', { cwd: ROOT })) files.push(file)
  for (const file of files.sort()) digest.update(file).update(await readFile(join(ROOT, file)))
  return `${version}+${digest.digest('hex').slice(0, 7)}`
}
