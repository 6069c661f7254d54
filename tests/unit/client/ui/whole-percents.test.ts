import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholePercents } from '#client/ui/chart-number.ts'

test.each([
  [
    [1n, 1n, 1n],
    ['34', '33', '33'],
  ],
  [
    [995n, 3n, 2n],
    ['100', '0', '0'],
  ],
  [
    [1n, 1n, 1n, 1n, 1n, 1n, 1n],
    ['15', '15', '14', '14', '14', '14', '14'],
  ],
  [[7n], ['100']],
  [
    [0n, 0n],
    ['0', '0'],
  ],
])('the shares of %s are told as %s', (parts, percents) => {
  expect(wholePercents(parts)).toEqual(percents)
})

test('shares always sum to a hundred, and each is within one of its own', () => {
  const parts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parts, (values) => {
      const whole = values.reduce((sum, value) => sum + value, 0n)
      fc.pre(whole > 0n)
      const percents = wholePercents(values).map(BigInt)
      expect(percents.reduce((sum, percent) => sum + percent, 0n)).toBe(100n)
      for (const [index, value] of values.entries()) {
        const difference = (percents[index] ?? 0n) * whole - value * 100n
        expect(difference > -whole && difference < whole).toBe(true)
      }
    }),
  )
})
