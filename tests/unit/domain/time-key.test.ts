import { expect, test } from 'vitest'
import { stampOf, stampOfKey, timeKey } from '#domain/time-key.ts'

const random = Uint8Array.from([0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7])

test('a key is a UUID of version 7 that carries its time', () => {
  const key = timeKey(Date.UTC(2026, 10, 22, 12), random)
  expect(key).toBe('01a20320-a200-7fff-bf01-020304050607')
  expect(stampOfKey(key)).toBe(stampOf(Date.UTC(2026, 10, 22, 12)))
})

test('later stamps are greater as texts, before 1970 and without beginning all are the first', () => {
  const moments = [0, 1, 255, 65_536, Date.UTC(2026, 0), Date.UTC(2026, 0) + 1, 2 ** 47]
  const stamps = moments.map(stampOf)
  expect(stamps.toSorted()).toEqual(stamps)
  expect([stampOf(-5), stampOf(Number.NEGATIVE_INFINITY)]).toEqual([stampOf(0), stampOf(0)])
})

test('other keys carry no time', () => {
  const key = timeKey(5_000, random)
  for (const other of [
    'order-1',
    '5f0c7d1e-8a34-4b6f-9d2c-1a2b3c4d5e6f',
    key.toUpperCase(),
    `${key}0`,
    `:${key.slice(1)}`,
  ])
    expect(stampOfKey(other)).toBeUndefined()
})
