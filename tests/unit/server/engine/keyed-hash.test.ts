import { expect, test } from 'vitest'
import { KeyedHash } from '#server/engine/keyed-hash.ts'

const hash = new KeyedHash([1, 2])
const keys = Array.from({ length: 50_000 }, (_, i) => `order-${i}`)

test('the same number and text have the same hash, which is never the mark of a free place', () => {
  const again = new KeyedHash([1, 2])
  for (const key of keys) expect(again.of(7, key)).toBe(hash.of(7, key))
  expect(keys.map((key) => hash.of(7, key))).not.toContain(0)
})

test('keys that are alike lie apart, over all the places of a table', () => {
  expect(new Set(keys.map((key) => hash.of(7, key))).size).toBeGreaterThan(keys.length - 10)
  const places = new Set(keys.map((key) => hash.of(7, key) & 0xffff))
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
  expect(hash.of(number, text)).not.toBe(hash.of(7, 'order-1'))
})

test('texts that share a hash under one secret do not under another', () => {
  const short = new Map<number, string>()
  const pairs: [string, string][] = []
  for (let i = 0; pairs.length < 3; i++) {
    const text = `k${i}`
    const twin = short.get(hash.of(1, text))
    if (twin === undefined) short.set(hash.of(1, text), text)
    else pairs.push([twin, text])
  }
  const other = new KeyedHash([3, 4])
  for (const [one, two] of pairs) {
    expect(hash.of(1, one)).toBe(hash.of(1, two))
    expect(other.of(1, one)).not.toBe(other.of(1, two))
  }
})
