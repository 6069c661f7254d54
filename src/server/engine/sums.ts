const SUMS_MIN = 16
const LOW_BITS = 62
/** A change below it, and its sum with any low word, fits a word of 64 bits. */
const LOW_END = 2n ** 62n
/** Named, since a minus where it is compared would make a bigint each time. */
const CHANGE_MIN = -LOW_END

/**
 * Whole numbers of any size that change all the time, found by their places: balances, volumes. The lower 62 bits of each lie in words
 * side by side, so that adding makes no new bigint and leaves the garbage collector nothing to do; what is above them hardly ever changes.
 */
export class Sums {
  /** From 0 up to `LOW_END`. A sum is `high * LOW_END + low`, and below zero where `high` is. */
  #low = new BigInt64Array(SUMS_MIN)
  readonly #high: bigint[] = []
  readonly #free: number[] = []

  /** The place of a new sum, which is zero. */
  open(): number {
    const place = this.#free.pop() ?? this.#high.length
    if (place === this.#low.length) this.#grow()
    this.#low[place] = 0n
    this.#high[place] = 0n
    return place
  }

  /** Gives a place back, for another sum. */
  close(place: number): void {
    this.#free.push(place)
  }

  get(place: number): bigint {
    const low = this.#low[place] ?? 0n
    const high = this.#high[place] ?? 0n
    return high === 0n ? low : high * LOW_END + low
  }

  set(place: number, value: bigint): void {
    const low = BigInt.asUintN(LOW_BITS, value)
    this.#low[place] = low
    this.#high[place] = (value - low) / LOW_END
  }

  isAtLeast(place: number, value: bigint): boolean {
    const high = this.#high[place] ?? 0n
    if (high < 0n || value >= LOW_END) return this.get(place) >= value
    return high > 0n || (this.#low[place] ?? 0n) >= value
  }

  /** Returns true when it takes the sum from zero or above to below zero. */
  add(place: number, change: bigint): boolean {
    if (change < LOW_END && change > CHANGE_MIN) {
      const low = BigInt.asIntN(64, (this.#low[place] ?? 0n) + change)
      if (low >= 0n && low < LOW_END) {
        this.#low[place] = low
        return false
      }
    }
    return this.#replace(place, this.get(place) + change)
  }

  /** The same as adding `-change`. */
  subtract(place: number, change: bigint): boolean {
    if (change < LOW_END && change > CHANGE_MIN) {
      const low = BigInt.asIntN(64, (this.#low[place] ?? 0n) - change)
      if (low >= 0n && low < LOW_END) {
        this.#low[place] = low
        return false
      }
    }
    return this.#replace(place, this.get(place) - change)
  }

  #replace(place: number, value: bigint): boolean {
    const wasNegative = (this.#high[place] ?? 0n) < 0n
    this.set(place, value)
    return value < 0n && !wasNegative
  }

  #grow(): void {
    const old = this.#low
    this.#low = new BigInt64Array(old.length * 2)
    this.#low.set(old)
  }
}
