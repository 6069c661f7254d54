import type { Outcome } from './commands.ts'
import { type HashSecret, keyedHash } from './keyed-hash.ts'
import { Slots } from './slots.ts'

export interface Answered {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
  readonly outcome: Outcome
  readonly at: number
}

/** What was answered in the last days, found by whose key it was, and forgotten oldest first. */
export class Answers {
  /** Oldest first; those before `#first` are forgotten. */
  readonly #inTime: Answered[] = []
  #first = 0
  /** The number of the answer that stands first in the list. Numbers are those of 32 bits: after the largest comes the smallest. */
  #firstNumber = 0
  readonly #numbers = new Slots()
  readonly #secret: HashSecret
  /** Of the key that was asked for last: mostly the one that is added next. */
  #askedUserId = 0
  #askedKey = ''
  #askedHash = 0

  constructor(secret: HashSecret) {
    this.#secret = secret
  }

  get size(): number {
    return this.#inTime.length - this.#first
  }

  find(userId: number, key: string): Answered | undefined {
    const hash = keyedHash(this.#secret, userId, key)
    this.#askedUserId = userId
    this.#askedKey = key
    this.#askedHash = hash
    const numbers = this.#numbers
    for (let slot = numbers.find(hash, numbers.home(hash)); slot >= 0; slot = numbers.find(hash, numbers.after(slot))) {
      const found = this.#inTime[(numbers.numberAt(slot) - this.#firstNumber) | 0]
      if (found && found.userId === userId && found.key === key) return found
    }
    return undefined
  }

  /** The order in which they are added is the order of their times. */
  add(answered: Answered): void {
    const { userId, key } = answered
    const isAsked = userId === this.#askedUserId && key === this.#askedKey && this.#askedHash !== 0
    this.#numbers.add(
      isAsked ? this.#askedHash : keyedHash(this.#secret, userId, key),
      (this.#firstNumber + this.#inTime.length) | 0,
    )
    this.#inTime.push(answered)
  }

  /** Forgets what was answered before an instant, in milliseconds since 1970. */
  forget(before: number): void {
    const all = this.#inTime
    for (let oldest = all[this.#first]; oldest && oldest.at < before; oldest = all[this.#first]) {
      this.#free(keyedHash(this.#secret, oldest.userId, oldest.key), (this.#firstNumber + this.#first) | 0)
      this.#first += 1
    }
    if (this.#first * 2 <= all.length) return
    all.splice(0, this.#first)
    this.#firstNumber = (this.#firstNumber + this.#first) | 0
    this.#first = 0
  }

  /** Oldest first. */
  values(): readonly Answered[] {
    return this.#inTime.slice(this.#first)
  }

  #free(hash: number, number: number): void {
    const numbers = this.#numbers
    let slot = numbers.find(hash, numbers.home(hash))
    while (slot >= 0 && numbers.numberAt(slot) !== number) slot = numbers.find(hash, numbers.after(slot))
    if (slot >= 0) numbers.free(slot)
  }
}
