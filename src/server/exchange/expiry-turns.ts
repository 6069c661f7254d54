import { type ExpiryQueue, nextExpiry } from '../engine/expiries.ts'
import type { QueuedCommand } from './command-queue.ts'

/** Orders that expire in one commit at most. */
const EXPIRIES_MAX = 1_000
/** How long after an expiry was refused by the database the next is tried. */
const PAUSE_MS = 1_000

/** When the writer ends orders whose time has come: before other commands, and in turns with them while there are many. */
export class ExpiryTurns {
  readonly #now: () => number
  #pausedUntil = 0
  /** The newest batch ended orders. */
  #hadTurn = false

  constructor(now: () => number) {
    this.#now = now
  }

  isDue(expiries: ExpiryQueue): boolean {
    const next = nextExpiry(expiries)
    const now = this.#now()
    return next !== undefined && next <= now && now >= this.#pausedUntil
  }

  /** The next batch, where it is the turn of the expiries. */
  next(expiries: ExpiryQueue, { othersWait }: { othersWait: boolean }): QueuedCommand | undefined {
    this.#hadTurn = this.isDue(expiries) && !(this.#hadTurn && othersWait)
    return this.#hadTurn ? this.#command() : undefined
  }

  #command(): QueuedCommand {
    const reject = () => {
      this.#pausedUntil = this.#now() + PAUSE_MS
    }
    const command = { type: 'expireOrders', most: EXPIRIES_MAX } as const
    return { command, deadline: Number.POSITIVE_INFINITY, mayBeCommitted: false, resolve: () => undefined, reject }
  }
}
