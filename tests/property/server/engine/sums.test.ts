import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Sums } from '#server/engine/sums.ts'

/** Small ones, ones about the end of a word, and ones of many words. */
const number = fc.oneof(
  fc.bigInt({ min: -1_000n, max: 1_000n }),
  fc
    .tuple(fc.constantFrom(62n, 63n, 64n, 126n), fc.bigInt({ min: -2n, max: 2n }), fc.boolean())
    .map(([bits, more, isNegative]) => (isNegative ? -(1n << bits) : 1n << bits) + more),
  fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
)

test('sums are what bigints would be, and tell when they go below zero', () => {
  const step = fc.record({
    which: fc.nat({ max: 39 }),
    how: fc.constantFrom('add', 'subtract', 'set', 'reopen'),
    number,
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: 'max' }), number, (steps, asked) => {
      const sums = new Sums()
      const model = Array.from({ length: 40 }, () => ({ place: sums.open(), value: 0n }))
      for (const { which, how, number } of steps) {
        const sum = model[which]
        if (!sum) throw new Error(`no sum ${which}`)
        const before = sum.value
        if (how === 'reopen') {
          sums.close(sum.place)
          sum.place = sums.open()
          sum.value = 0n
        } else if (how === 'set') {
          sums.set(sum.place, number)
          sum.value = number
        } else {
          sum.value += how === 'add' ? number : -number
          expect(sums[how](sum.place, number)).toBe(before >= 0n && sum.value < 0n)
        }
        expect(sums.isAtLeast(sum.place, asked)).toBe(sum.value >= asked)
        expect(sums.isAtLeast(sum.place, sum.value)).toBe(true)
        expect(sums.isAtLeast(sum.place, sum.value + 1n)).toBe(false)
      }
      for (const { place, value } of model) expect(sums.get(place)).toBe(value)
    }),
    { numRuns: 200 },
  )
})
