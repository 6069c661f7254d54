/**
 * Idempotency keys that contain their time: UUIDs of version 7, in small letters, which begin with their millisecond. No command from
 * before that time can have used such a key.
 */
const TIME_KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** "0192a3b4-c5d6". */
const STAMP_LENGTH = 13

/** A moment in milliseconds since 1970 in the form of the keys. Later moments are greater texts. */
export function stampOf(atMs: number): string {
  const digits = Math.max(0, Math.floor(atMs)).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** The time of a key as `stampOf` writes it; `undefined` for a key without a time. */
export const stampOfKey = (key: string): string | undefined =>
  TIME_KEY.test(key) ? key.slice(0, STAMP_LENGTH) : undefined

/** @param random ten bytes that nobody can guess */
export function timeKey(atMs: number, random: Uint8Array): string {
  const [a = 0, b = 0, ...rest] = random
  const hex = [0x70 | (a & 0x0f), b, ...rest].map((byte) => byte.toString(16).padStart(2, '0'))
  hex[2] = (0x80 | ((rest[0] ?? 0) & 0x3f)).toString(16)
  const digits = hex.join('')
  return `${stampOf(atMs)}-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`
}
