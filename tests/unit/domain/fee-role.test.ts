import { expect, test } from 'vitest'
import { feeRole } from '#domain/order.ts'

test.each([
  [{ isMarket: false }, 'either'],
  [{ isMarket: false, timeInForce: 'GTC' }, 'either'],
  [{ isMarket: false, postOnly: true }, 'maker'],
  [{ isMarket: false, timeInForce: 'IOC' }, 'taker'],
  [{ isMarket: false, timeInForce: 'FOK' }, 'taker'],
  [{ isMarket: true }, 'taker'],
] as const)('an order %o may pay this fee: %s', (order, role) => {
  expect(feeRole(order)).toBe(role)
})
