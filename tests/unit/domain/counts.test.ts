import { expect, test } from 'vitest'
import { fromCount, toCount } from '#domain/counts.ts'

test('a count goes to number and back', () => {
  for (const count of [0, 1, -7, Number.MAX_SAFE_INTEGER]) expect(toCount(fromCount(count))).toBe(count)
})

test('what a number cannot hold exactly, and what is no whole number, is refused', () => {
  expect(() => toCount(2n ** 53n)).toThrow(RangeError)
  expect(() => toCount(-(2n ** 60n))).toThrow(RangeError)
  expect(() => fromCount(0.5)).toThrow(RangeError)
})
