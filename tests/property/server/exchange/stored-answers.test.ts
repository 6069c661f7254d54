import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#domain/order.ts'
import type { Outcome } from '#domain/outcome.ts'
import { amount } from '#domain/units.ts'
import { decodeOutcome, encodeOutcome } from '#server/store/exchange-rows.ts'

const AT = 1_795_161_600_000
const count = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const units = fc.bigInt({ min: 1n, max: 10n ** 38n - 1n }).map(amount)
const nothing = fc.constant({ executed: amount(0n), executedValue: amount(0n), wage: amount(0n) })
const something = fc.record({ executed: units, executedValue: units, wage: units })

const order: fc.Arbitrary<Outcome> = fc
  .tuple(count, fc.constantFrom(...ORDER_STATUSES), fc.oneof(nothing, something))
  .map(([orderId, status, done]) => ({ kind: 'order', orderId, status, ...done, at: AT }))
const cancelled: fc.Arbitrary<Outcome> = fc.nat(1_000_000).map((number) => ({ kind: 'cancelled', count: number }))
const moved: fc.Arbitrary<Outcome> = count.map((seq) => ({ kind: 'moved', seq }))

test('whatever was answered is read as it was', () => {
  fc.assert(
    fc.property(fc.oneof(order, moved, cancelled), (outcome) => {
      expect(decodeOutcome(encodeOutcome(outcome), AT)).toEqual(outcome)
    }),
  )
})

test('a text that was never written is refused', () => {
  for (const text of ['', 'moved', '7 ', '7 Q', '-7 O', '7 F 1.5 2 3', 'x O', 'x together', ' together'])
    expect(() => decodeOutcome(text, AT)).toThrow('stored outcome')
})
