import { hash } from 'node:crypto'

/** Bits of an entry, and how many of them it sets: of what is not in the list, one in some 2,200 is taken for an entry. */
const BITS_OF_ENTRY = 16
const MARKS = 11

/** A Bloom filter of texts: it forgets none that were added, and takes few others for one of them. */
export class CommonFilter {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  static of(entries: ReadonlySet<string>): CommonFilter {
    const filter = new CommonFilter(Buffer.alloc(Math.ceil((entries.size * BITS_OF_ENTRY) / 8)))
    for (const entry of entries) filter.#add(entry)
    return filter
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  has(text: string): boolean {
    return this.#marksOf(text).every((bit) => ((this.#bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1)
  }

  #add(text: string): void {
    for (const bit of this.#marksOf(text)) this.#bytes[bit >> 3] = (this.#bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
  }

  #marksOf(text: string): number[] {
    const digest = hash('sha256', text, 'buffer')
    const bits = this.#bytes.length * 8
    // Two halves of one hash make as many as are needed.
    const first = digest.readUIntBE(0, 6)
    const step = digest.readUIntBE(6, 6)
    return Array.from({ length: MARKS }, (_, index) => (first + index * step) % bits)
  }
}
