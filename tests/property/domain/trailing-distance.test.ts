import fc from 'fast-check'
import { expect, test } from 'vitest'
import { farthestTrailingDistance, isTrailingDistanceWrong } from '#domain/market.ts'
import { price } from '#domain/units.ts'

test('the farthest trailing distance is taken, and one tick more is refused', () => {
  const cases = fc.record({
    side: fc.constantFrom('BUY', 'SELL'),
    tick: fc.bigInt({ min: 1n, max: 1_000_000n }),
    ticks: fc.bigInt({ min: 10n, max: 10n ** 12n }),
  })
  fc.assert(
    fc.property(cases, ({ side, tick: units, ticks }) => {
      const tick = price(units)
      const last = price(units * ticks)
      const farthest = farthestTrailingDistance(last, { side, tick })
      const isWrong = (distance: bigint) =>
        isTrailingDistanceWrong(
          { stopPrice: price(side === 'BUY' ? last + distance : last - distance), trailingDistance: price(distance) },
          { tick },
        )
      expect([isWrong(farthest), isWrong(farthest + units)]).toEqual([false, true])
    }),
  )
})
