import type { Outcome } from './commands.ts'

export interface Answered {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
  readonly outcome: Outcome
  readonly at: number
}

/** What was answered in the last days, found by whose key it was. A map for each user: none of them grows so large that it stops the engine. */
export class Answers {
  readonly #ofUsers = new Map<number, Map<string, Answered>>()
  /** Oldest first; those before `#first` are forgotten. */
  readonly #inTime: Answered[] = []
  #first = 0

  get size(): number {
    return this.#inTime.length - this.#first
  }

  find(userId: number, key: string): Answered | undefined {
    return this.#ofUsers.get(userId)?.get(key)
  }

  /** Later ones come later: the order in which they are added is the order of their times. */
  add(answered: Answered): void {
    const own = this.#ofUsers.get(answered.userId)
    if (own) own.set(answered.key, answered)
    else this.#ofUsers.set(answered.userId, new Map([[answered.key, answered]]))
    this.#inTime.push(answered)
  }

  /** Forgets what was answered before an instant, in milliseconds since 1970. */
  forget(before: number): void {
    const all = this.#inTime
    for (let oldest = all[this.#first]; oldest && oldest.at < before; oldest = all[this.#first]) {
      this.#first += 1
      const own = this.#ofUsers.get(oldest.userId)
      own?.delete(oldest.key)
      if (own?.size === 0) this.#ofUsers.delete(oldest.userId)
    }
    if (this.#first * 2 <= all.length) return
    all.splice(0, this.#first)
    this.#first = 0
  }

  /** Oldest first. */
  values(): readonly Answered[] {
    return this.#inTime.slice(this.#first)
  }
}
