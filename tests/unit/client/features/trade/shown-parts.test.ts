import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownParts } from '#client/features/trade/order-figures.tsx'
import { amount } from '#domain/units.ts'

const TOMAN = { decimals: 8, billedDecimals: 0 }
const WHOLE = 100_000_000n

test('what a seller is shown adds up to the Toman', () => {
  const gross = amount(1_393_062_81000000n)
  const { fee, received } = shownParts({ gross, fee: amount(5_594_63124000n) }, TOMAN)
  expect({ fee: fee / WHOLE, received: received / WHOLE }).toEqual({ fee: 5_595n, received: 1_387_467n })
})

test('whatever is sold, the shown parts add up to the shown total, and nobody is promised more than comes', () => {
  const gross = fc.bigInt({ min: 0n, max: 10n ** 20n })
  fc.assert(
    fc.property(gross, fc.bigInt({ min: 0n, max: 10_000n }), (total, share) => {
      const exact = (total * share) / 1_000_000n
      const { fee, received } = shownParts({ gross: amount(total), fee: amount(exact) }, TOMAN)
      const shownTotal = (total / WHOLE) * WHOLE
      expect(fee % WHOLE).toBe(0n)
      expect(received).toBeLessThanOrEqual(total - exact)
      expect(received === 0n || received + fee === shownTotal).toBe(true)
    }),
  )
})
