import fc from 'fast-check'
import { expect, test } from 'vitest'
import { powerOfTen } from '#domain/decimal.ts'
import { priceOfMesghal } from '#domain/gold-weight.ts'
import { gramsOfMesghal, mesghalDecimals, mesghalOfGrams } from '#domain/mesghal-amount.ts'
import { amount, price } from '#domain/units.ts'

const scale = fc
  .record({ precision: fc.integer({ min: 0, max: 6 }), finer: fc.integer({ min: 0, max: 6 }) })
  .map(({ precision, finer }) => ({ precision, decimals: precision + finer }))
const steps = fc.bigInt({ min: 0n, max: 10n ** 15n })

test('every amount of grams is read again from its mesghals, to the unit', () => {
  fc.assert(
    fc.property(scale, steps, (gold, count) => {
      const grams = amount(count * powerOfTen(gold.decimals - gold.precision))
      expect(gramsOfMesghal(mesghalOfGrams(grams, gold), gold)).toBe(grams)
    }),
    { numRuns: 5_000 },
  )
})

/** Written from the text: 4.3318 grams, counted step by step in tenths of a thousandth, and whatever is no whole step left out. */
const oracle = (mesghals: bigint, { precision, decimals }: { precision: number; decimals: number }) => {
  const exact = mesghals * 43_318n
  const stepsOf = BigInt(`1${'0'.repeat(precision + 1 + 4 - precision)}`)
  const whole = (exact - (exact % stepsOf)) / stepsOf
  return whole * BigInt(`1${'0'.repeat(decimals - precision)}`)
}

test('mesghals are never more grams than they hold, and less than a step fewer', () => {
  fc.assert(
    fc.property(scale, steps, (gold, mesghals) => {
      expect(mesghalDecimals(gold)).toBe(gold.precision + 1)
      expect(gramsOfMesghal(mesghals, gold)).toBe(oracle(mesghals, gold))
    }),
    { numRuns: 5_000 },
  )
})

test('the mesghal of the bazaar costs 4.3318 grams', () => {
  expect(priceOfMesghal(price(812_345_650_000_000n))).toBe(3_518_918_886_670_000n)
})
