import { type ExpiryQueue, nextExpiry } from '../engine/book.ts'
import { hasOrdersUnderWay } from '../engine/enter-orders.ts'
import type { EngineState } from '../engine/state.ts'
import { ExchangeUnavailable, OutcomeUnknown, type Reply, type Request, type SubmitOptions } from './exchange.ts'

/** A command or a question whose sender waits. */
export interface QueuedCommand {
  readonly command: Request
  /** In milliseconds since 1970. A later command is refused, since its sender has given up. */
  readonly deadline: number
  /** True once the command or a part of it was sent to the database without a final answer: it may have been committed. */
  readonly mayBeCommitted: boolean
  /** Its sender's span; absent: it is not traced. */
  readonly traceparent?: string | undefined
  readonly resolve: (result: Reply) => void
  readonly reject: (reason: Error) => void
}

const QUEUE_MAX = 20_000
/** The reason of a refusal that another writer would not lift. */
export const QUEUE_FULL = 'the queue is full'
/** How long a command waits for its answer. */
export const WAIT_MS_MAX = 10_000

/** The commands that wait for the writer, in order of arrival. */
export class CommandQueue {
  readonly #now: () => number
  #queued: QueuedCommand[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  get size(): number {
    return this.#queued.length
  }

  /**
   * Resolves when the writer has answered. @throws ExchangeUnavailable if the queue is full or the wait too long; OutcomeUnknown if the
   * wait was too long after the command was sent
   */
  add(command: Request, { deadline = this.#now() + WAIT_MS_MAX, traceparent }: SubmitOptions = {}): Promise<Reply> {
    if (this.#queued.length >= QUEUE_MAX) return Promise.reject(new ExchangeUnavailable(QUEUE_FULL))
    return new Promise((resolve, reject) => {
      this.#queued.push({ command, deadline, mayBeCommitted: false, traceparent, resolve, reject })
    })
  }

  /** Takes the next commands, at most `most` of them, and refuses those whose deadline has passed. */
  take(most: number): QueuedCommand[] {
    return this.inTime(this.#queued.splice(0, most))
  }

  /**
   * Queues commands again whose commit failed or whose answer was lost, before all later ones; if they were committed, they are found by
   * their keys. Commands without a stored key end here.
   */
  putBack(batch: readonly QueuedCommand[]): void {
    const sent = batch.map((queued) => ({ ...queued, mayBeCommitted: true }))
    refuse(sent.filter(isNeverRepeated), 'the answer to the command was lost')
    this.#queued = [...sent.filter((queued) => !isNeverRepeated(queued)), ...this.#queued]
  }

  /** The commands of a batch that are within their deadlines; the others are refused. */
  inTime(batch: readonly QueuedCommand[]): QueuedCommand[] {
    const { late, inTime } = this.#sort(batch)
    refuse(late, 'the command waited too long')
    return inTime
  }

  /** Returns commands that were taken but not executed to the front of the queue. */
  untake(batch: readonly QueuedCommand[]): void {
    if (batch.length > 0) this.#queued = [...batch, ...this.#queued]
  }

  /** Queues the next part of a command that is executed in parts, after the commands that wait now. */
  addNext(queued: QueuedCommand, command: Request): void {
    this.#queued.push({ ...queued, command, deadline: this.#now() + WAIT_MS_MAX, mayBeCommitted: true })
  }

  refuseLate(): void {
    this.#queued = this.inTime(this.#queued)
  }

  refuseAll(reason: string): void {
    refuse(this.#queued.splice(0), reason)
  }

  #sort(batch: readonly QueuedCommand[]): { late: QueuedCommand[]; inTime: QueuedCommand[] } {
    const now = this.#now()
    const late = batch.filter(({ deadline }) => deadline < now)
    return { late, inTime: late.length === 0 ? [...batch] : batch.filter(({ deadline }) => deadline >= now) }
  }
}

const isNeverRepeated = ({ command }: QueuedCommand) => 'isNeverRepeated' in command && command.isNeverRepeated === true

function refuse(batch: readonly QueuedCommand[], reason: string): void {
  for (const { mayBeCommitted, reject } of batch)
    reject(mayBeCommitted ? new OutcomeUnknown(reason) : new ExchangeUnavailable(reason))
}

/** Orders that expire in one commit at most. */
const EXPIRIES_MAX = 1_000
/** The pause after the database rejected such a batch. */
const OWN_TURNS_PAUSE_MS = 1_000

/**
 * Decides when the writer ends expired orders and continues those that enter the book in turns: before other commands, or alternating with
 * them while there are many.
 */
export class OwnTurns {
  readonly #now: () => number
  #pausedUntil = 0
  /** True if the newest batch was one of these. */
  #hadTurn = false
  /** True if the newest of them ended orders. */
  #hadExpiry = false

  constructor(now: () => number) {
    this.#now = now
  }

  isDue(state: EngineState): boolean {
    const now = this.#now()
    return now >= this.#pausedUntil && (isExpiryDue(state.expiries, now) || hasOrdersUnderWay(state, now))
  }

  /** The next batch, if it is the turn of expiries or continued orders. */
  next(state: EngineState, { othersWait }: { othersWait: boolean }): QueuedCommand | undefined {
    this.#hadTurn = this.isDue(state) && !(this.#hadTurn && othersWait)
    if (!this.#hadTurn) return undefined
    const now = this.#now()
    this.#hadExpiry = isExpiryDue(state.expiries, now) && !(this.#hadExpiry && hasOrdersUnderWay(state, now))
    const reject = () => {
      this.#pausedUntil = this.#now() + OWN_TURNS_PAUSE_MS
    }
    const command = this.#hadExpiry
      ? ({ type: 'expireOrders', most: EXPIRIES_MAX } as const)
      : ({ type: 'continueOrders' } as const)
    return { command, deadline: Number.POSITIVE_INFINITY, mayBeCommitted: false, resolve: () => undefined, reject }
  }
}

function isExpiryDue(expiries: ExpiryQueue, now: number): boolean {
  const next = nextExpiry(expiries)
  return next !== undefined && next <= now
}
