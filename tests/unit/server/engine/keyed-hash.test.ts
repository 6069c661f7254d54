import { expect, test } from 'vitest'
import { type HashSecret, keyedHash } from '#server/engine/keyed-hash.ts'

const secret: HashSecret = [1, 2]
const keys = Array.from({ length: 50_000 }, (_, i) => `order-${i}`)

test('the same number and text have the same hash, which is never the mark of a free place', () => {
  const again: HashSecret = [1, 2]
  for (const key of keys) expect(keyedHash(again, 7, key)).toBe(keyedHash(secret, 7, key))
  expect(keys.map((key) => keyedHash(secret, 7, key))).not.toContain(0)
})

test('keys that are alike lie apart, over all the places of a table', () => {
  expect(new Set(keys.map((key) => keyedHash(secret, 7, key))).size).toBeGreaterThan(keys.length - 10)
  const places = new Set(keys.map((key) => keyedHash(secret, 7, key) & 0xffff))
  // As many as a fair lottery of 50,000 tickets over 65,536 numbers fills, within a hundredth.
  const fair = 65_536 * (1 - Math.exp(-50_000 / 65_536))
  expect(Math.abs(places.size - fair)).toBeLessThan(fair / 100)
})

test.each([
  ['another number', 8, 'order-1'],
  ['another letter', 7, 'order-2'],
  ['a letter more', 7, 'order-1\u0000'],
  ['letters in another order', 7, 'roder-1'],
])('%s has another hash', (_, number, text) => {
  expect(keyedHash(secret, number, text)).not.toBe(keyedHash(secret, 7, 'order-1'))
})

test('texts that share a hash under one secret do not under another', () => {
  const short = new Map<number, string>()
  const pairs: [string, string][] = []
  for (let i = 0; pairs.length < 3; i++) {
    const text = `k${i}`
    const twin = short.get(keyedHash(secret, 1, text))
    if (twin === undefined) short.set(keyedHash(secret, 1, text), text)
    else pairs.push([twin, text])
  }
  const other: HashSecret = [3, 4]
  for (const [one, two] of pairs) {
    expect(keyedHash(secret, 1, one)).toBe(keyedHash(secret, 1, two))
    expect(keyedHash(other, 1, one)).not.toBe(keyedHash(other, 1, two))
  }
})
