import { expect, test } from 'vitest'
import { tomanToTether } from '#client/entities/wallet/wallet-worth.ts'
import { price } from '#domain/units.ts'

/** 123,000.5 Toman for one Tether. */
const TETHER_PRICE = price(12_300_050_000_000n)

test.each([
  ['123000.5', '1'],
  ['0', '0'],
  ['0.000001', '0'],
  // 10^15 ÷ 123,000.5 = 8,130,048,251.8363746…
  ['1000000000000000', '8130048251.836375'],
  // Two thirds.
  ['82000.333333', '0.666667'],
  // The worth of ten Tether, cut to a millionth of a Toman.
  ['1230004.999999', '10'],
])('%s Toman are %s Tether, to the nearest millionth', (toman, tether) => {
  expect(tomanToTether(toman, TETHER_PRICE)).toBe(tether)
})

test('without a price of Tether, or with one of zero, a worth is unknown', () => {
  expect(tomanToTether('5', undefined)).toBeUndefined()
  expect(tomanToTether('5', price(0n))).toBeUndefined()
})

test('what is no worth is unknown, not zero', () => {
  expect(tomanToTether('-5', TETHER_PRICE)).toBeUndefined()
  expect(tomanToTether('', TETHER_PRICE)).toBeUndefined()
})
