import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addFill, averageBuyPrice, type Fill, NO_POSITION, profitOfSale, wholeUnits } from '#domain/position.ts'
import { amount, ZERO } from '#domain/units.ts'
import { distance, naivePosition, scaled } from '#tests/oracle/naive-position.ts'

const MICRO = 1_000_000n

/** Small figures, where every rounding shows, and figures of real markets. */
const someFill = fc
  .record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    size: fc.oneof(fc.bigInt({ min: 1n, max: 20n }), fc.bigInt({ min: 1n, max: 10n ** 20n })),
    value: fc.oneof(fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 0n, max: 10n ** 22n })),
    feePpm: fc.bigInt({ min: 0n, max: 10_000n }),
  })
  .map(({ side, size, value, feePpm }): Fill => {
    const fee = ((side === 'BUY' ? size : value) * feePpm) / 1_000_000n
    return { side, amount: amount(size), value: amount(value), fee: amount(fee) }
  })
const someFills = fc.array(someFill, { maxLength: 60 })

const positionAfter = (fills: readonly Fill[]) => fills.reduce(addFill, NO_POSITION)

test('amount, cost and realised profit are those of exact fractions, to less than a millionth of a unit for each sale', () => {
  fc.assert(
    fc.property(someFills, (fills) => {
      const position = positionAfter(fills)
      const exact = naivePosition(fills)
      const sales = BigInt(fills.filter(({ side }) => side === 'SELL').length)
      expect(position.amount).toBe(exact.coins)
      const cost = scaled(exact.average, position.amount * MICRO)
      expect(distance(position.cost, cost)).toBeLessThanOrEqual(sales)
      expect(distance(position.realised, scaled(exact.realised, MICRO))).toBeLessThanOrEqual(2n * sales)
    }),
    { numRuns: 500 },
  )
})

test('a hundred thousand small sales leave the average where it was', () => {
  const buy: Fill = { side: 'BUY', amount: amount(1_000_003n), value: amount(7_000_001n), fee: ZERO }
  const sale: Fill = { side: 'SELL', amount: amount(3n), value: amount(20n), fee: ZERO }
  let position = addFill(NO_POSITION, buy)
  for (let i = 0; i < 100_000; i += 1) position = addFill(position, sale)
  const exact = (7_000_001n * MICRO * position.amount) / 1_000_003n
  expect(position.cost - exact).toBeLessThan(MICRO)
  expect(position.cost - exact).toBeGreaterThanOrEqual(0n)
})

test('once all coins are sold, the profit is what came in less what was paid, to the unit', () => {
  fc.assert(
    fc.property(fc.array(someFill, { minLength: 1, maxLength: 40 }), (fills) => {
      let position = NO_POSITION
      let balance = 0n
      // Sales of no more than is held, then one of all the rest.
      for (const fill of fills) {
        const size = fill.side === 'SELL' && fill.amount > position.amount ? position.amount : fill.amount
        if (size === 0n) continue
        position = addFill(position, { ...fill, amount: size })
        balance += fill.side === 'BUY' ? -fill.value : fill.value - fill.fee
      }
      if (position.amount > 0n) {
        position = addFill(position, { side: 'SELL', amount: position.amount, value: amount(1_000n), fee: amount(3n) })
        balance += 997n
      }
      expect(position.amount).toBe(0n)
      expect(position.cost).toBe(0n)
      expect(position.realised).toBe(balance * MICRO)
    }),
  )
})

test('a sale at the average price without a fee brings neither profit nor loss, and coins without a price count for nothing', () => {
  const position = positionAfter([{ side: 'BUY', amount: amount(100n), value: amount(1_000n), fee: ZERO }])
  const sale = (size: bigint, value: bigint) =>
    profitOfSale(position, { amount: amount(size), value: amount(value), fee: ZERO })
  expect(sale(40n, 400n)).toEqual({ amount: 40n, cost: 400n * MICRO, profit: 0n })
  // The hundred known ones of four hundred bring a quarter of the proceeds.
  expect(sale(400n, 8_000n)).toEqual({ amount: 100n, cost: 1_000n * MICRO, profit: 1_000n * MICRO })
  expect(profitOfSale(NO_POSITION, { amount: amount(5n), value: amount(50n), fee: ZERO }).profit).toBe(0n)
})

test('the average has the scale of prices and counts the fee of a buy; units are rounded to the nearest, away from zero', () => {
  // Ten grams with four decimals, of which 0.4 % was the fee, for a thousand Toman with six.
  const bought: Fill = { side: 'BUY', amount: amount(100_000n), value: amount(1_000_000_000n), fee: amount(400n) }
  const scales = { base: { decimals: 4 }, quote: { decimals: 6 } }
  expect(averageBuyPrice(positionAfter([bought]), scales)).toBe(100_40160643n)
  expect(averageBuyPrice(NO_POSITION, scales)).toBeUndefined()
  expect([1_499_999n, 1_500_000n, -1_499_999n, -1_500_000n].map(wholeUnits)).toEqual([1n, 2n, -1n, -2n])
})
