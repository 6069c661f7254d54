import type { Outcome } from './commands.ts'

export interface Answered {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
  readonly outcome: Outcome
  readonly at: number
}

/** What was answered in the last day, found by whose key it was, and forgotten oldest first. */
export class Answers {
  /** In the order of their times. */
  readonly #byKey = new Map<string, Answered>()

  get size(): number {
    return this.#byKey.size
  }

  find(userId: number, key: string): Answered | undefined {
    return this.#byKey.get(`${userId}/${key}`)
  }

  /** Answers are added in the order of their times. */
  add(answered: Answered): void {
    this.#byKey.set(`${answered.userId}/${answered.key}`, answered)
  }

  /** Forgets what was answered before an instant, in milliseconds since 1970. */
  forget(before: number): void {
    for (const [key, { at }] of this.#byKey) {
      if (at >= before) return
      this.#byKey.delete(key)
    }
  }

  /** Oldest first. */
  values(): Answered[] {
    return [...this.#byKey.values()]
  }
}
