import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, DatabaseUnavailable, type Pipeline } from '../store/database.ts'
import { giveUpLease, type Leadership, renewEpoch, renewLease, takeEpoch } from '../store/leadership.ts'

export interface LeaseSettings {
  readonly database: Pick<Database, 'engine' | 'pipeline'>
  readonly log: { warn(details: object, message: string): void }
  /**
   * How long the right to write outlives its last renewal; absent: three seconds. The built-in database admits one process, and has no
   * lease. 0: another process may take it at any time, and the fence of the commits alone holds the old writer off.
   */
  readonly leaseMs?: number
  /** The address at which other processes will reach this one. */
  readonly address?: string | undefined
  /** Called once if another process leads, which this one waits for. */
  readonly onWait?: () => void
}

const LEASE_MS = 3_000
/**
 * A lease is renewed each third of its time. The writer itself relies on two thirds alone: the clock of a standby database that takes over may
 * be ahead of the old one's, by a third at most.
 */
const RENEWALS = 3
const TRY_MS = 250

/**
 * Takes the right to write, once no other process has it. A process that waits goes on trying while the database is away. @throws
 * DatabaseUnavailable if it cannot be asked a first time
 */
export async function takeLease(settings: LeaseSettings): Promise<Lease> {
  const { database, log, address, onWait } = settings
  const leaseMs = database.engine === 'pglite' ? 0 : (settings.leaseMs ?? LEASE_MS)
  const pipeline = database.pipeline()
  let isWaiting = false
  for (;;) {
    const sentAt = performance.now()
    try {
      const leadership = await takeEpoch(pipeline, { leaseMs, address })
      if (leadership) return new Lease({ pipeline, log, leaseMs, leadership, sentAt })
    } catch (error) {
      if (!isWaiting || !(error instanceof DatabaseUnavailable)) {
        await pipeline.close()
        throw error
      }
      log.warn({ err: error }, 'the database is away; still waiting for the right to write')
    }
    if (!isWaiting) onWait?.()
    isWaiting = true
    await sleep(TRY_MS)
  }
}

interface TakenLease extends Pick<LeaseSettings, 'log'> {
  /** Of its own, so that no slow query of another holds a renewal up, and whose limits fit a failover of the database. */
  readonly pipeline: Pipeline
  readonly leaseMs: number
  readonly leadership: Leadership
  readonly sentAt: number
}

/**
 * The right to write of this process. Commits are fenced by the epoch; what is answered without a commit is bound to the lease, since another
 * process may have committed meanwhile.
 */
export class Lease {
  readonly #settings: TakenLease
  readonly #clock: NodeJS.Timeout | undefined
  /** By the clock of this process, counted from before the question: never later than the end in the database. */
  #renewedAt: number
  #leadership: Leadership
  #onLost: (() => void) | undefined
  #isLost = false
  #isRenewing = false

  constructor(settings: TakenLease) {
    this.#settings = settings
    this.#renewedAt = settings.sentAt
    this.#leadership = settings.leadership
    const { leaseMs, log } = settings
    if (leaseMs === 0) return
    this.#clock = setInterval(() => {
      if (this.#isRenewing || performance.now() - this.#renewedAt < leaseMs / RENEWALS) return
      this.renew().catch((error: unknown) => log.warn({ err: error }, 'the right to write was not renewed'))
    }, leaseMs / RENEWALS)
    this.#clock.unref()
  }

  /** As it was taken, or begun anew. */
  get leadership(): Leadership {
    return this.#leadership
  }

  /** Whether no other process can write yet: also false in a process that was frozen, before its timers notice. */
  isHeld(): boolean {
    const { leaseMs } = this.#settings
    return !this.#isLost && (leaseMs === 0 || this.ageMs() < leaseMs * (1 - 1 / RENEWALS))
  }

  /** How long ago it was taken or renewed, in milliseconds. */
  ageMs(): number {
    return performance.now() - this.#renewedAt
  }

  /** Calls back when another process is found to lead. */
  onLost(listener: () => void): void {
    this.#onLost = listener
    if (this.#isLost) listener()
  }

  /** A statement that was sent at that time has renewed the lease. */
  committed(sentAt: number): void {
    this.#renewedAt = Math.max(this.#renewedAt, sentAt)
  }

  /** Whether no other process has written anything until now, if need be by asking the database. */
  async confirm(): Promise<boolean> {
    return this.isHeld() || this.renew()
  }

  /** Renews the lease by a statement of its own. `false`: another process leads. */
  async renew(): Promise<boolean> {
    const sentAt = performance.now()
    this.#isRenewing = true
    const isOurs = await renewLease(this.#settings.pipeline, this.#leadership.holder).finally(() => {
      this.#isRenewing = false
    })
    if (isOurs) this.committed(sentAt)
    else this.#lose()
    return isOurs
  }

  /**
   * Begins a new epoch of the same writer, under which no statement that was sent before can be written. `undefined`: another process leads.
   */
  async beginEpoch(): Promise<Leadership | undefined> {
    const sentAt = performance.now()
    const leadership = await renewEpoch(this.#settings.pipeline, this.#leadership.holder)
    if (!leadership) return undefined
    this.committed(sentAt)
    this.#leadership = leadership
    return leadership
  }

  /** Lets the next process begin immediately. */
  async giveUp(): Promise<void> {
    clearInterval(this.#clock)
    const { pipeline, log } = this.#settings
    const wasLost = this.#isLost
    this.#isLost = true
    // After the renewals that were sent before.
    if (!wasLost)
      await giveUpLease(pipeline, this.#leadership.holder).catch((error: unknown) =>
        log.warn({ err: error }, 'the right to write was not given up'),
      )
    await pipeline.close()
  }

  #lose(): void {
    clearInterval(this.#clock)
    if (this.#isLost) return
    this.#isLost = true
    this.#onLost?.()
  }
}
