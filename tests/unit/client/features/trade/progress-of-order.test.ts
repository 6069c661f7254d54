import { describe, expect, test } from 'vitest'
import { progressOfOrder } from '#client/features/trade/order-desk.tsx'
import { wireOrder } from '#tests/builders/wire-order.ts'

const COINS = { base: { decimals: 6 }, quote: { decimals: 6 } }
const progress = (differences: Parameters<typeof wireOrder>[0]) => progressOfOrder(wireOrder(differences), COINS)

describe('what has become of an order', () => {
  test.each([
    ['waiting', 'PENDING', '0'],
    ['resting', 'IS_OPEN', '0'],
    ['partlyResting', 'IS_OPEN', '0.4'],
    ['filled', 'FINISHED_WITH_TRANSACTION', '1.000000'],
    ['partlyClosed', 'FINISHED_WITH_TRANSACTION', '0.4'],
    ['unfilled', 'FINISHED_WITHOUT_TRANSACTION', '0'],
    ['cancelled', 'CANCELLED_BY_USER', '0.4'],
    ['cancelled', 'CANCELLED_BY_ADMIN', '0'],
    ['expired', 'EXPIRED', '0'],
  ] as const)('is %s: %s with %s of 1', (expected, orderStatus, executedAmount) => {
    expect(progress({ orderStatus, amount: '1', executedAmount }).progress).toBe(expected)
  })

  test('the price is the average of what has traded, not the limit', () => {
    const traded = { unitPrice: '12000000', amount: '3', executedAmount: '2.089', executedValue: '24957700.8' }
    expect(progress(traded).averagePrice).toBe('11947200')
    expect(progress({ executedAmount: '3', executedValue: '10' }).averagePrice).toBe('3.33333333')
    expect(progress({}).averagePrice).toBeUndefined()
  })

  test.each([
    ['a purchase, whose value is rounded up', '12564200', '2990279.600001'],
    ['a sale, whose value is rounded down', '12519400', '2979617.199999'],
  ])('the price of %s is that which was asked, to the unit', (_, unitPrice, executedValue) => {
    expect(progress({ unitPrice, executedAmount: '0.238', executedValue }).averagePrice).toBe(unitPrice)
  })
})
