const SLOTS_MIN = 1_024

/**
 * Numbers that are found by a hash: an open table of pairs, the hash and the number beside each other, so that a look at a place
 * where nothing stands costs one line of memory, and the garbage collector has nothing to walk through. A third of it stays free.
 */
export class Slots {
  /** Pairs; a hash of 0 is a free slot. */
  #pairs = new Int32Array(SLOTS_MIN * 2)
  #mask = SLOTS_MIN - 1
  #size = 0

  /** The first slot from which on a hash may stand. */
  home(hash: number): number {
    return hash & this.#mask
  }

  /** The slot of a hash from `slot` on; -1: it does not stand. */
  find(hash: number, from: number): number {
    const pairs = this.#pairs
    for (let slot = from; ; slot = (slot + 1) & this.#mask) {
      const standing = pairs[slot * 2]
      if (standing === hash) return slot
      if (standing === 0) return -1
    }
  }

  after(slot: number): number {
    return (slot + 1) & this.#mask
  }

  numberAt(slot: number): number {
    return this.#pairs[slot * 2 + 1] ?? 0
  }

  add(hash: number, number: number): void {
    if (this.#size * 3 > this.#mask * 2) this.#grow()
    this.#size += 1
    this.#put(hash, number)
  }

  /** Frees a slot; those behind it that it kept from their homes move up. */
  free(slot: number): void {
    const pairs = this.#pairs
    this.#size -= 1
    let gap = slot
    for (let next = this.after(slot); pairs[next * 2] !== 0; next = this.after(next)) {
      const hash = pairs[next * 2] ?? 0
      const isBehindGap = ((next - this.home(hash)) & this.#mask) >= ((next - gap) & this.#mask)
      if (!isBehindGap) continue
      pairs[gap * 2] = hash
      pairs[gap * 2 + 1] = this.numberAt(next)
      gap = next
    }
    pairs[gap * 2] = 0
  }

  #put(hash: number, number: number): void {
    const slot = this.find(0, this.home(hash))
    this.#pairs[slot * 2] = hash
    this.#pairs[slot * 2 + 1] = number
  }

  #grow(): void {
    const old = this.#pairs
    this.#pairs = new Int32Array(old.length * 2)
    this.#mask = this.#mask * 2 + 1
    for (let i = 0; i < old.length; i += 2) if (old[i] !== 0) this.#put(old[i] ?? 0, old[i + 1] ?? 0)
  }
}
