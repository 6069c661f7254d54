/** Two random numbers of 32 bits: without them nobody can choose texts that share a hash, and with it a long search. */
export type HashSecret = readonly [number, number]

/** Rounds after the last word. */
const LAST_ROUNDS = 3

/**
 * HalfSipHash-1-3 (Aumasson and Bernstein) of a number and a text, two letters a word: a hash of 32 bits that strangers, who choose
 * the text, cannot foresee. Never 0. One loop and four variables, which stay in the registers of the processor.
 */
export function keyedHash([key0, key1]: HashSecret, number: number, text: string): number {
  let v0 = key0
  let v1 = key1
  let v2 = key0 ^ 0x6c796765
  let v3 = key1 ^ 0x74656462
  const pairs = text.length >>> 1
  for (let i = -1; i <= pairs + LAST_ROUNDS; i++) {
    const word = i < 0 ? number : i < pairs ? pairAt(text, i * 2) : i === pairs ? lastWord(text) : 0
    if (i === pairs + 1) v2 ^= 0xff
    v3 ^= word
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
    v0 ^= word
  }
  return v1 ^ v3 || 1
}

const pairAt = (text: string, place: number) => text.charCodeAt(place) | (text.charCodeAt(place + 1) << 16)

/** The length, and the letter that has no other. */
const lastWord = (text: string) =>
  text.length % 2 === 0 ? text.length : (text.length << 16) | text.charCodeAt(text.length - 1)

const rotated = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits))
