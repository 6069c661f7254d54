import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeOn, rewardOn } from '#domain/fee.ts'
import { amount, ppm } from '#domain/units.ts'

const received = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(amount)
const rate = fc.bigInt({ min: 0n, max: 1_000_000n }).map(ppm)

test('a fee is never more than agreed, and less by less than one unit', () => {
  fc.assert(
    fc.property(received, rate, (quantity, share) => {
      const exact = quantity * share
      const charged = feeOn(quantity, share) * 1_000_000n
      expect(charged <= exact && exact - charged < 1_000_000n).toBe(true)
    }),
  )
})

test('a reward and what the exchange keeps make the fee, and the reward is less than one unit short of 30 %', () => {
  fc.assert(
    fc.property(received, (fee) => {
      const reward = rewardOn(fee)
      expect(reward * 10n <= fee * 3n && fee * 3n - reward * 10n < 10n).toBe(true)
    }),
  )
})
