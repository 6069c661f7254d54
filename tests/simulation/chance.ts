/** Seeded random draws: the same seed gives the same draws. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A whole number from 0 to `most` − 1. */
  below(most: number): number {
    return Math.floor(this.#next() * most)
  }

  /** True once in this many draws on average. */
  onceIn(times: number): boolean {
    return this.below(times) === 0
  }

  of<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error('there is nothing to choose from')
    return item
  }

  /** One of the keys, as often as its weight says. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const entries = Object.entries<number>(weights)
    let place = this.below(entries.reduce((sum, [, weight]) => sum + weight, 0))
    for (const key in weights) {
      place -= weights[key]
      if (place < 0) return key
    }
    throw new Error('there is nothing to choose from')
  }

  /** mulberry32 */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
