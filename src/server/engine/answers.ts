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

/** The newest answers of the last day, found by whose key it was. Where a day has more, the older ones are in the database alone. */
export class Answers {
  readonly #max: number
  /** In the order in which they were added. */
  readonly #byKey = new Map<string, Answered>()
  /** What was answered before it may be missing, in milliseconds since 1970. */
  #completeSince = Number.NEGATIVE_INFINITY

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
    const known = this.#byKey.get(`${userId}/${key}`)
    return known && known.at >= now - ANSWERS_KEPT_MS ? known : undefined
  }

  /** Whether a key that is not found was not answered: else the database must be asked. */
  isComplete(now: number): boolean {
    return this.#completeSince <= now - ANSWERS_KEPT_MS
  }

  /** Answers are added in the order of their times, but for those that were asked of the database. */
  add(answered: Answered): void {
    const name = `${answered.userId}/${answered.key}`
    this.#byKey.delete(name)
    this.#byKey.set(name, answered)
  }

  /** Drops the oldest beyond the bound. To be called between batches: within one, what was found before it must still be found. */
  trim(): void {
    for (const [oldest, { at }] of this.#byKey) {
      if (this.#byKey.size <= this.#max) return
      this.#byKey.delete(oldest)
      this.#completeSince = Math.max(this.#completeSince, at + 1)
    }
  }

  /** Oldest first, but for those that were asked of the database. */
  values(): Answered[] {
    return [...this.#byKey.values()]
  }
}
