import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount, ppm, price } from '#domain/units.ts'
import { skewMiddle } from '#server/operations/market-maker/ladder.ts'

const STRATEGY = { skew: ppm(400n), inventoryTarget: amount(2_000n), inventoryBand: amount(1_000n) }
const MIDDLE = price(10_000_000n)

test.each([
  ['as much as it wants', 2_000n, 10_000_000n],
  ['a band too much', 3_000n, 9_996_000n],
  ['half a band too much', 2_500n, 9_998_000n],
  ['far too much', 9_000n, 9_996_000n],
  ['a band too little', 1_000n, 10_004_000n],
  ['nothing', 0n, 10_004_000n],
])('with %s it quotes around %s', (_, inventory, around) => {
  expect(skewMiddle(MIDDLE, STRATEGY, amount(inventory))).toBe(around)
})

test('it never leans further than the skew, whatever it has', () => {
  const any = fc.bigInt({ min: 0n, max: 10n ** 24n })
  fc.assert(
    fc.property(any, any, any, (middle, inventory, target) => {
      const strategy = { skew: ppm(400n), inventoryTarget: amount(target), inventoryBand: amount(target / 2n + 1n) }
      const leant = skewMiddle(price(middle), strategy, amount(inventory))
      expect(leant * 1_000_000n <= middle * 1_000_400n && (leant + 1n) * 1_000_000n > middle * 999_600n).toBe(true)
    }),
  )
})
