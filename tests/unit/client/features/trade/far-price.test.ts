import { expect, test } from 'vitest'
import { farPriceOf } from '#client/features/trade/book-math.ts'

test.each([
  ['1000', '100', { kind: 'times', value: '10' }],
  ['200', '100', { kind: 'times', value: '2' }],
  ['253', '100', { kind: 'times', value: '2.5' }],
  ['130', '100', { kind: 'above', value: '30' }],
  ['112.57', '100', { kind: 'above', value: '12.5' }],
  ['10', '100', { kind: 'below', value: '90' }],
  ['0.5', '100', { kind: 'below', value: '99.5' }],
])('%s against a market at %s', (own, market, far) => expect(farPriceOf(own, market)).toEqual(far))

test('without two prices there is no distance', () => {
  expect(farPriceOf('', '100')).toBeUndefined()
  expect(farPriceOf('100', '0')).toBeUndefined()
})
