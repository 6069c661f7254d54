/** Two random numbers of 32 bits: without them nobody can choose texts that share a hash, and with it a long search. */
export type HashSecret = readonly [number, number]

/**
 * HalfSipHash-1-3 (Aumasson and Bernstein) of a number and a text, two letters a word: a hash of 32 bits that strangers, who choose
 * the text, cannot foresee. Never 0.
 */
export class KeyedHash {
  readonly #secret: HashSecret
  #v0 = 0
  #v1 = 0
  #v2 = 0
  #v3 = 0

  constructor(secret: HashSecret) {
    this.#secret = secret
  }

  of(number: number, text: string): number {
    const [key0, key1] = this.#secret
    this.#v0 = key0
    this.#v1 = key1
    this.#v2 = key0 ^ 0x6c796765
    this.#v3 = key1 ^ 0x74656462
    this.#take(number)
    const { length } = text
    for (let i = 0; i + 1 < length; i += 2) this.#take(text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16))
    this.#take(length % 2 === 0 ? length : (length << 16) | text.charCodeAt(length - 1))
    this.#v2 ^= 0xff
    for (let round = 0; round < 3; round++) this.#mix()
    return this.#v1 ^ this.#v3 || 1
  }

  #take(word: number): void {
    this.#v3 ^= word
    this.#mix()
    this.#v0 ^= word
  }

  #mix(): void {
    let [v0, v1, v2, v3] = [this.#v0, this.#v1, this.#v2, this.#v3]
    v0 = (v0 + v1) | 0
    v1 = rotated(v1, 5) ^ v0
    v0 = rotated(v0, 16)
    v2 = (v2 + v3) | 0
    v3 = rotated(v3, 8) ^ v2
    v0 = (v0 + v3) | 0
    v3 = rotated(v3, 7) ^ v0
    v2 = (v2 + v1) | 0
    v1 = rotated(v1, 13) ^ v2
    v2 = rotated(v2, 16)
    this.#v0 = v0
    this.#v1 = v1
    this.#v2 = v2
    this.#v3 = v3
  }
}

const rotated = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits))
