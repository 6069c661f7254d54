import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reaches } from '#domain/price-alert.ts'
import { price } from '#domain/units.ts'
import { Thresholds } from '#server/notifications/price-alerts/thresholds.ts'

const aPrice = fc.integer({ min: 1, max: 40 }).map((value) => price(BigInt(value)))
const bound = fc.option(aPrice, { nil: undefined })
const bounds = fc
  .record({ above: bound, below: bound })
  .filter(({ above, below }) => above !== undefined || below !== undefined)
const step = fc.oneof(
  fc.record({ what: fc.constant('add' as const), bounds }),
  fc.record({ what: fc.constant('remove' as const), which: fc.nat(30) }),
  fc.record({ what: fc.constant('price' as const), price: aPrice }),
)

test('prices that cross thresholds tell each alert once, at the first price that reaches it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const thresholds = new Thresholds()
      const open = new Map<number, typeof bounds extends fc.Arbitrary<infer B> ? B : never>()
      let ids = 0
      for (const one of steps) {
        if (one.what === 'add') {
          ids += 1
          thresholds.add(ids, one.bounds)
          thresholds.add(ids, one.bounds)
          open.set(ids, one.bounds)
        } else if (one.what === 'remove') {
          thresholds.remove(one.which)
          open.delete(one.which)
        } else {
          const expected = [...open].filter(([, waits]) => reaches(waits, one.price)).map(([id]) => id)
          expect(thresholds.reach(one.price).toSorted((a, b) => a - b)).toEqual(expected)
          for (const id of expected) open.delete(id)
        }
        expect(thresholds.size).toBe(open.size)
        const figures = [...open.values()].flatMap(({ above, below }) =>
          [above, below].filter((one) => one !== undefined),
        )
        expect(thresholds.length).toBe(figures.length)
      }
    }),
  )
})
