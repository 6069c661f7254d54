import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lowestPriceFor, type Plan, resultAt } from '#client/entities/wallet/profit-calculator.ts'
import { amount, type Price, ppm, price } from '#domain/units.ts'

const TICK = 100_000_000n

/** Purchases in markets of coins with few and with many decimals, at the prices and fees of real ones. */
const somePlan = fc
  .record({
    steps: fc.bigInt({ min: 1n, max: 10n ** 8n }),
    tick: fc.constantFrom(1n, 1_000n, TICK),
    size: fc.bigInt({ min: 10n ** 4n, max: 10n ** 20n }),
    decimals: fc.constantFrom({ base: 4, quote: 6 }, { base: 8, quote: 6 }, { base: 18, quote: 0 }),
    rate: fc.bigInt({ min: 0n, max: 10_000n }),
    feeIncluded: fc.boolean(),
  })
  .map(({ steps, tick, size, decimals, rate, feeIncluded }): Plan => {
    const market = { base: { decimals: decimals.base }, quote: { decimals: decimals.quote }, tick: price(tick) }
    return { amount: amount(size), buyPrice: price(steps * tick), feeIncluded, rate: ppm(rate), market }
  })
  .filter((plan) => resultAt(plan, plan.buyPrice).cost > 0n)

const below = (plan: Plan, at: Price) => resultAt(plan, price(at - plan.market.tick)).profit

test('a sale at the break-even price loses nothing, and one tick below it loses', () => {
  fc.assert(
    fc.property(somePlan, (plan) => {
      const at = lowestPriceFor(plan, 0n)
      if (at === undefined) return expect.fail('there is a break-even price')
      expect(at % plan.market.tick).toBe(0n)
      expect(resultAt(plan, at).profit).toBeGreaterThanOrEqual(0n)
      expect(below(plan, at)).toBeLessThan(0n)
    }),
    { numRuns: 500 },
  )
})

test('the price of a wanted percent brings at least that, and one tick below it less', () => {
  fc.assert(
    fc.property(somePlan, fc.bigInt({ min: 0n, max: 1_000_000n }), (plan, hundredths) => {
      const at = lowestPriceFor(plan, hundredths)
      if (at === undefined) return expect.fail('there is such a price')
      const { cost, profit } = resultAt(plan, at)
      expect(profit * 10_000n).toBeGreaterThanOrEqual(cost * hundredths)
      expect(below(plan, at) * 10_000n).toBeLessThan(cost * hundredths)
    }),
    { numRuns: 300 },
  )
})

test('both fees are counted to the unit, that of a purchase only where the price does not include it', () => {
  // Ten grams with four decimals for 1,000 Toman with six each, sold for 1,100, with 0.4 % on either side.
  const market = { base: { decimals: 4 }, quote: { decimals: 6 }, tick: price(TICK) }
  const terms = { amount: amount(100_000n), buyPrice: price(1_000n * TICK), rate: ppm(4_000n), market }
  expect(resultAt({ ...terms, feeIncluded: false }, price(1_100n * TICK))).toEqual({
    cost: 10_000_000_000n,
    buyFee: 400n,
    sold: 99_600n,
    sellFee: 43_824_000n,
    received: 10_912_176_000n,
    profit: 912_176_000n,
  })
  expect(resultAt({ ...terms, feeIncluded: true }, price(1_100n * TICK)).profit).toBe(956_000_000n)
})
