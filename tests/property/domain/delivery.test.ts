import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkWeight,
  type DeliveryPlace,
  deliveryCost,
  deliveryFee,
  lackingForDelivery,
  mostDeliverable,
  readPlace,
  textOfPlace,
} from '#domain/delivery.ts'
import { amount, ppm } from '#domain/units.ts'

const units = (max: bigint) => fc.bigInt({ min: 0n, max }).map(amount)
const rules = fc
  .record({
    step: fc.bigInt({ min: 1n, max: 10_000_000n }),
    least: fc.bigInt({ min: 1n, max: 20n }),
    more: fc.bigInt({ min: 0n, max: 1_000n }),
    feeFixed: units(1_000_000n),
    feeShare: fc.bigInt({ min: 0n, max: 1_000_000n }).map(ppm),
  })
  .map(({ step, least, more, ...fees }) => ({
    ...{ weightMin: amount(step * least), weightMax: amount(step * (least + more)), weightStep: amount(step) },
    ...fees,
  }))

test('weight and fee are exactly what leaves, and the fee is never less than agreed nor a unit more', () => {
  fc.assert(
    fc.property(units(10n ** 12n), rules, (weight, { feeFixed, feeShare }) => {
      const fee = deliveryFee(weight, { feeFixed, feeShare })
      expect(weight + fee).toBe(deliveryCost(weight, { feeFixed, feeShare }))
      const excess = (fee - feeFixed) * 1_000_000n - weight * feeShare
      expect(excess >= 0n && excess < 1_000_000n).toBe(true)
    }),
  )
})

test('the heaviest delivery that a balance pays for is allowed, and the next step is too much or beyond the bound', () => {
  fc.assert(
    fc.property(units(10n ** 11n), rules, (free, given) => {
      const most = mostDeliverable(free, given)
      expect(lackingForDelivery(free, given) > 0n).toBe(most === 0n)
      if (most === 0n) return
      expect(checkWeight(most, given)).toBeUndefined()
      expect(deliveryCost(most, given) <= free).toBe(true)
      const next = amount(most + given.weightStep)
      expect(next > given.weightMax || deliveryCost(next, given) > free).toBe(true)
    }),
  )
})

test('a place is read as it was written', () => {
  const line = (maxLength: number) => fc.string({ minLength: 1, maxLength, unit: 'grapheme' })
  const place: fc.Arbitrary<DeliveryPlace> = fc.oneof(
    fc.record({ kind: fc.constant('BRANCH' as const), branchId: fc.integer({ min: 1, max: 1_000_000 }) }),
    fc.record({
      kind: fc.constant('COURIER' as const),
      city: line(40).map((city) => city.replaceAll('/', ' ')),
      postalCode: fc.stringMatching(/^\d{10}$/),
      address: line(200),
    }),
  )
  fc.assert(fc.property(place, (written) => void expect(readPlace(textOfPlace(written))).toEqual(written)))
  for (const text of ['', 'BRANCH/', 'COURIER/1234567890', 'COURIER/1234567890/Tehran', 'T…'])
    expect(() => readPlace(text)).toThrow('no place')
})
