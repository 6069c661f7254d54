import { hasOrdersUnderWay } from '../engine/enter-orders.ts'
import { type ExpiryQueue, nextExpiry } from '../engine/expiries.ts'
import type { EngineState } from '../engine/state.ts'
import type { QueuedCommand } from './command-queue.ts'

/** Orders that expire in one commit at most. */
const EXPIRIES_MAX = 1_000
/** The pause after the database rejected such a batch. */
const PAUSE_MS = 1_000

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
      this.#pausedUntil = this.#now() + PAUSE_MS
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
