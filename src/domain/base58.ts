/** How a coin spells its digits of base 58: in its own order. */
const ALPHABETS = {
  bitcoin: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  ripple: 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz',
} as const

export type Base58 = keyof typeof ALPHABETS
export type Sha256 = (bytes: Uint8Array) => Uint8Array

const CHECK_BYTES = 4

/**
 * The bytes that a text of base 58 stands for, without its check: the version first. `undefined` where it is no such text, or
 * where a letter of it is wrong.
 */
export function readBase58(text: string, { alphabet, sha256 }: { alphabet: Base58; sha256: Sha256 }) {
  const bytes = bytesOf(text, ALPHABETS[alphabet])
  if (!bytes || bytes.length <= CHECK_BYTES) return undefined
  const payload = bytes.slice(0, -CHECK_BYTES)
  const check = sha256(sha256(payload)).slice(0, CHECK_BYTES)
  return check.every((byte, i) => byte === bytes[payload.length + i]) ? payload : undefined
}

function bytesOf(text: string, alphabet: string): Uint8Array | undefined {
  /** The number so far, its lowest byte first. */
  const bytes: number[] = []
  for (const letter of text) {
    let carry = alphabet.indexOf(letter)
    if (carry < 0) return undefined
    for (let i = 0; i < bytes.length; i++) {
      carry += (bytes[i] ?? 0) * 58
      bytes[i] = carry & 0xff
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff)
  }
  const zeros = [...text].findIndex((letter) => letter !== alphabet[0])
  return Uint8Array.from([...new Array<number>(Math.max(0, zeros)).fill(0), ...bytes.reverse()])
}
