import { type Amount, amount } from '#domain/units.ts'
import type { Sums } from './sums.ts'

export type Bucket = 'available' | 'blocked'

/** What one owner has of one coin. */
export class Wallet {
  readonly ownerId: number
  readonly coinId: number
  /** The last entry that changed it. */
  lastSeq = 0
  /** Where its latest postings lie in their journal: one entry changes each bucket by one posting only. */
  availableAt = 0
  blockedAt = 0
  readonly #balances: Sums
  readonly #available: number
  readonly #blocked: number

  constructor(owner: { ownerId: number; coinId: number }, balances: Sums) {
    this.ownerId = owner.ownerId
    this.coinId = owner.coinId
    this.#balances = balances
    this.#available = balances.open()
    this.#blocked = balances.open()
  }

  get available(): Amount {
    return amount(this.#balances.get(this.#available))
  }

  set available(value: Amount) {
    this.#balances.set(this.#available, value)
  }

  get blocked(): Amount {
    return amount(this.#balances.get(this.#blocked))
  }

  set blocked(value: Amount) {
    this.#balances.set(this.#blocked, value)
  }

  /** Is so much free to be spent? */
  covers(quantity: Amount): boolean {
    return this.#balances.isAtLeast(this.#available, quantity)
  }

  /** Returns true when it takes a bucket from zero or above to below zero. Only `post` calls it. */
  change(bucket: Bucket, by: bigint): boolean {
    return this.#balances.add(bucket === 'available' ? this.#available : this.#blocked, by)
  }
}
