import { ExchangeUnavailable, OutcomeUnknown } from './exchange-unavailable.ts'
import type { Reply, Request } from './execute.ts'

/** A command or a question whose sender waits. */
export interface Waiting {
  readonly command: Request
  readonly since: number
  /** The database was given it, or a part of it, and its answer was lost or is not the last: it may have been committed. */
  readonly mayBeCommitted: boolean
  readonly resolve: (result: Reply) => void
  readonly reject: (reason: Error) => void
}

const QUEUE_MAX = 20_000
/** A command older than this is refused rather than carried out at a moment that its sender has given up on. */
const WAIT_MS_MAX = 10_000

/** The commands that wait for the writer, in order of arrival. */
export class CommandQueue {
  readonly #now: () => number
  #waiting: Waiting[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  get size(): number {
    return this.#waiting.length
  }

  /**
   * Resolves when the writer has answered.
   * @throws ExchangeUnavailable when it is too full, or it took too long; OutcomeUnknown when it took too long after it was sent
   */
  add(command: Request): Promise<Reply> {
    if (this.#waiting.length >= QUEUE_MAX) return Promise.reject(new ExchangeUnavailable('the queue is full'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ command, since: this.#now(), mayBeCommitted: false, resolve, reject })
    })
  }

  /** The next commands that are still in time, `most` of them at most. */
  take(most: number): Waiting[] {
    const { late, inTime } = this.#sort(this.#waiting.splice(0, most))
    refuse(late, 'the command waited too long')
    return inTime
  }

  /** Commands whose commit failed, or whose answer was lost, stand before those that came after them. */
  putBack(batch: readonly Waiting[]): void {
    this.#waiting = [...batch.map((waiting) => ({ ...waiting, mayBeCommitted: true })), ...this.#waiting]
  }

  /** Commands that were taken and not looked at stand first again. */
  untake(batch: readonly Waiting[]): void {
    if (batch.length > 0) this.#waiting = [...batch, ...this.#waiting]
  }

  /** A command that is carried out in parts asks for its next one, behind those that wait now. */
  addNext(waiting: Waiting, command: Request): void {
    this.#waiting.push({ ...waiting, command, since: this.#now(), mayBeCommitted: true })
  }

  refuseLate(): void {
    const { late, inTime } = this.#sort(this.#waiting)
    if (late.length === 0) return
    this.#waiting = inTime
    refuse(late, 'the command waited too long')
  }

  refuseAll(reason: string): void {
    refuse(this.#waiting.splice(0), reason)
  }

  #sort(batch: readonly Waiting[]): { late: Waiting[]; inTime: Waiting[] } {
    const earliest = this.#now() - WAIT_MS_MAX
    const late = batch.filter(({ since }) => since < earliest)
    return { late, inTime: late.length === 0 ? [...batch] : batch.filter(({ since }) => since >= earliest) }
  }
}

function refuse(batch: readonly Waiting[], reason: string): void {
  for (const { mayBeCommitted, reject } of batch)
    reject(mayBeCommitted ? new OutcomeUnknown(reason) : new ExchangeUnavailable(reason))
}
