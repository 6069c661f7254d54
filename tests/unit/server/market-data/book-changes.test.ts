import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount, price } from '#domain/units.ts'
import type { BookLevel } from '#server/exchange/commit-feed.ts'
import { changedLevels } from '#server/market-data/market-channel.ts'

const side = fc
  .uniqueArray(fc.record({ price: fc.bigInt({ min: 1n, max: 30n }), volume: fc.bigInt({ min: 1n, max: 3n }) }), {
    selector: (level) => level.price,
    maxLength: 20,
  })
  .map((levels): BookLevel[] => levels.map((level) => ({ price: price(level.price), volume: amount(level.volume) })))

test('the changes of a side, made to what it was, give what it is, and none of them is idle', () => {
  fc.assert(
    fc.property(side, side, (before, after) => {
      const levels = new Map<bigint, bigint>(before.map((level) => [level.price, level.volume]))
      for (const { price: at, volume } of changedLevels(before, after)) {
        expect(levels.get(at) ?? 0n).not.toBe(volume)
        if (volume === 0n) levels.delete(at)
        else levels.set(at, volume)
      }
      expect(levels).toEqual(new Map(after.map((level) => [level.price, level.volume])))
    }),
  )
})
