import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FRIEND_PERCENTS, feeOn, friendShareOf, rewardsOn } from '#domain/fee.ts'
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

const friendShare = fc.constantFrom(...FRIEND_PERCENTS).map(friendShareOf)

/** Whether a part is the exact share of the fee, or less than one unit below it. */
const isDue = (part: bigint, fee: bigint, share: bigint) =>
  part * 1_000_000n <= fee * share && fee * share - part * 1_000_000n < 1_000_000n

test('of a fee the inviter and the friend get what the code says, each less by less than one unit', () => {
  fc.assert(
    fc.property(received, friendShare, (fee, share) => {
      const { inviter, friend } = rewardsOn(fee, share)
      expect(isDue(inviter, fee, 300_000n - (share ?? 0n))).toBe(true)
      expect(isDue(friend, fee, share ?? 0n)).toBe(true)
    }),
  )
})

test('together they are never more than 30 % of the fee, and the inviter never gets the lesser part', () => {
  fc.assert(
    fc.property(received, friendShare, (fee, share) => {
      const { inviter, friend } = rewardsOn(fee, share)
      expect((inviter + friend) * 10n <= fee * 3n).toBe(true)
      expect(inviter >= friend && friend >= 0n).toBe(true)
    }),
  )
})
