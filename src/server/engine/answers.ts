import { stampOf, stampOfKey } from '#domain/time-key.ts'
import type { Outcome } from './commands.ts'

export interface Answered {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
  readonly outcome: Outcome
  readonly at: number
}

/** How long an answered key is remembered, in milliseconds: a repeat later than that is a new command. */
export const ANSWERS_KEPT_MS = 24 * 3_600_000
/** Some 20 MB, whatever a day brings. */
export const ANSWERS_MAX = 50_000
/** How far the clock of who makes a key may be ahead, in milliseconds. */
const AHEAD_MS_MAX = 3_600_000
/** Users with such clocks that are told apart. */
const AHEAD_USERS_MAX = 10_000

/** Whether a key says that it was made later than a wrong clock explains. Without this bound nothing would follow from the time of a key. */
export function isFromFuture(key: string, now: number): boolean {
  const made = stampOfKey(key)
  return made !== undefined && made > stampOf(now + AHEAD_MS_MAX)
}

/** The newest answers of the last day, found by whose key it was. Where a day has more, the older ones are in the database alone. */
export class Answers {
  readonly #max: number
  /** In the order in which they were added. */
  readonly #byKey = new Map<string, Answered>()
  /** What was answered before it may be missing, in milliseconds since 1970. */
  #completeSince = Number.NEGATIVE_INFINITY
  /** Of users whose keys were made later than they were answered, by clocks that are ahead: the latest such key. */
  readonly #aheadUntil = new Map<number, string>()
  /** The same of everybody of whom nothing more is known. */
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

  /** Whether any key that is not found was not answered: else the database must be asked of some. */
  isComplete(now: number): boolean {
    return this.#completeSince <= now - ANSWERS_KEPT_MS
  }

  /** Whether a key that is not found was not answered, because it was made after everything that memory may miss. */
  isYounger(userId: number, key: string): boolean {
    const made = stampOfKey(key)
    if (made === undefined || made < stampOf(this.#completeSince)) return false
    return made > this.#allAheadUntil && made > (this.#aheadUntil.get(userId) ?? '')
  }

  /** Answers are added in the order of their times, but for those that were asked of the database. */
  add(answered: Answered): void {
    const { userId, key, at } = answered
    const name = nameOf(userId, key)
    this.#byKey.delete(name)
    this.#byKey.set(name, answered)
    const made = stampOfKey(key)
    if (made !== undefined && made > stampOf(at)) this.#noteAhead(userId, made)
  }

  /** Nothing is known of the answers before those that were added: their keys may have been ahead. */
  beginHere(): void {
    if (this.#completeSince > 0) this.#allAheadUntil = stampOf(this.#completeSince + AHEAD_MS_MAX)
  }

  /** Drops the oldest beyond the bound. To be called between batches: within one, what was found before it must still be found. */
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

  /** Oldest first, but for those that were asked of the database. */
  values(): Answered[] {
    return [...this.#byKey.values()]
  }
}

const nameOf = (userId: number, key: string) => `${userId}/${key}`
