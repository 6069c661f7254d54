import { stampOf, stampOfKey } from '#domain/time-key.ts'
import type { Outcome } from './commands.ts'

export interface Answered {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
  readonly outcome: Outcome
  readonly at: number
}

/** How long an answered key is remembered, in milliseconds. A later repeat is a new command. */
export const ANSWERS_KEPT_MS = 24 * 3_600_000
/** Bounds the memory to some 20 MB, however busy the day is. */
export const ANSWERS_MAX = 50_000
/** How far a client's clock may be ahead, in milliseconds. */
const AHEAD_MS_MAX = 3_600_000
/** Users with such clocks who are tracked one by one. */
const AHEAD_USERS_MAX = 10_000

/** Whether a key's time is later than a wrong clock explains. Without this bound the time of a key would prove nothing. */
export function isFromFuture(key: string, now: number): boolean {
  const made = stampOfKey(key)
  return made !== undefined && made > stampOf(now + AHEAD_MS_MAX)
}

/** The newest answers of the last day, found by user and key. On a day with more, only the database holds the older ones. */
export class Answers {
  readonly #max: number
  /** In the order in which they were added. */
  readonly #byKey = new Map<string, Answered>()
  /** Answers given before this time may be missing, in milliseconds since 1970. */
  #completeSince = Number.NEGATIVE_INFINITY
  /** For each user with a clock that is ahead: the latest key that was made later than it was answered. */
  readonly #aheadUntil = new Map<number, string>()
  /** The same bound for all users who are not tracked. */
  #allAheadUntil = ''

  constructor(max = ANSWERS_MAX) {
    this.#max = max
  }

  get max(): number {
    return this.#max
  }

  get size(): number {
    return this.#byKey.size
  }

  find(userId: number, key: string, now: number): Answered | undefined {
    const known = this.#byKey.get(nameOf(userId, key))
    return known && known.at >= now - ANSWERS_KEPT_MS ? known : undefined
  }

  /** True if memory holds every answer of the last day, so that an unknown key is new. Otherwise the database must be asked. */
  isComplete(now: number): boolean {
    return this.#completeSince <= now - ANSWERS_KEPT_MS
  }

  /** True if an unknown key must be new, because it was made after every answer that memory may miss. */
  isYounger(userId: number, key: string): boolean {
    const made = stampOfKey(key)
    if (made === undefined || made < stampOf(this.#completeSince)) return false
    return made > this.#allAheadUntil && made > (this.#aheadUntil.get(userId) ?? '')
  }

  /** Answers arrive in the order of their times, except those read from the database. */
  add(answered: Answered): void {
    const { userId, key, at } = answered
    const name = nameOf(userId, key)
    this.#byKey.delete(name)
    this.#byKey.set(name, answered)
    const made = stampOfKey(key)
    if (made !== undefined && made > stampOf(at)) this.#noteAhead(userId, made)
  }

  /** Earlier answers are unknown, and their keys may have been ahead of the clock. */
  beginHere(): void {
    if (this.#completeSince > 0) this.#allAheadUntil = stampOf(this.#completeSince + AHEAD_MS_MAX)
  }

  /** Drops the oldest answers beyond the bound. Call it between batches: within a batch, an answer that was found must stay. */
  trim(): void {
    for (const [oldest, { at }] of this.#byKey) {
      if (this.#byKey.size <= this.#max) return
      this.#byKey.delete(oldest)
      this.#completeSince = Math.max(this.#completeSince, at + 1)
    }
  }

  #noteAhead(userId: number, made: string): void {
    if (made > (this.#aheadUntil.get(userId) ?? '')) this.#aheadUntil.set(userId, made)
    if (this.#aheadUntil.size <= AHEAD_USERS_MAX) return
    for (const until of this.#aheadUntil.values()) if (until > this.#allAheadUntil) this.#allAheadUntil = until
    this.#aheadUntil.clear()
  }

  /** Oldest first, except those read from the database. */
  values(): Answered[] {
    return [...this.#byKey.values()]
  }
}

const nameOf = (userId: number, key: string) => `${userId}/${key}`
