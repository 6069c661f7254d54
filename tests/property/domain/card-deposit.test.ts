import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leftOfDay, OPEN_DEPOSITS_MAX, refuseDeposit } from '#domain/card-deposit.ts'
import { amount } from '#domain/units.ts'

const money = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(amount)

test('payments that pass one after the other never pass the limit of the day, and never more than five are open', () => {
  const step = fc.record({ wanted: fc.bigInt({ min: 1n, max: 10n ** 15n }).map(amount), ends: fc.boolean() })
  fc.assert(
    fc.property(money, fc.array(step, { maxLength: 60 }), (dayMax, steps) => {
      let open: bigint[] = []
      let credited = 0n
      const used = () => amount(credited + open.reduce((sum, each) => sum + each, 0n))
      for (const { wanted, ends } of steps) {
        const before = { openCount: open.length, used: used(), dayMax }
        const refusal = refuseDeposit(before, { wanted, openMax: OPEN_DEPOSITS_MAX })
        if (open.length === OPEN_DEPOSITS_MAX) expect(refusal).toBe('TOO_MANY_OPEN_DEPOSITS')
        else expect(refusal).toBe(used() + wanted > dayMax ? 'DEPOSIT_DAY_LIMIT_REACHED' : undefined)
        if (refusal === undefined) open = [...open, wanted]
        if (ends) {
          credited += open[0] ?? 0n
          open = open.slice(1)
        }
        expect(used() <= dayMax).toBe(true)
        expect(open.length).toBeLessThanOrEqual(OPEN_DEPOSITS_MAX)
        expect(leftOfDay({ used: used(), dayMax })).toBe(dayMax - used())
      }
    }),
  )
})

test('nothing is left of a day whose limit was lowered below what is used', () => {
  expect(leftOfDay({ used: amount(5n), dayMax: amount(3n) })).toBe(0n)
})
