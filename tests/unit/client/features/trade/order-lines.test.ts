import { expect, test } from 'vitest'
import { linesOf } from '#client/features/trade/chart/order-marks.tsx'
import { wireOrder } from '#tests/builders/wire-order.ts'

const drawn = (...orders: Parameters<typeof wireOrder>[0][]) =>
  linesOf(orders.map(wireOrder)).map(({ name, price, together }) => [name, price, together.map(({ id }) => id).join()])

const stop = { orderType: 'STOP_LIMIT_SELL', unitPrice: '7800000', stopPrice: '7900000' } as const

test('a stop that waits has a line at its trigger, and one where it would enter the book', () => {
  expect(drawn({ id: '1', ...stop, orderStatus: 'PENDING' })).toEqual([
    ['stopPrice', 7_900_000, '1'],
    ['unitPrice', 7_800_000, '1'],
  ])
  expect(drawn({ id: '1', ...stop, unitPrice: '7900000', orderStatus: 'PENDING' })).toEqual([
    ['stopPrice', 7_900_000, '1'],
  ])
})

test('a stop that was triggered stands at its limit alone', () => {
  expect(drawn({ id: '1', ...stop, orderStatus: 'IS_OPEN' })).toEqual([['unitPrice', 7_800_000, '1']])
})

test('orders of a side at one price share a line, and those of the other side have their own', () => {
  expect(drawn({ id: '1' }, { id: '2' }, { id: '3', orderType: 'LIMITED_SELL' })).toEqual([
    ['unitPrice', 8_000_000, '1,2'],
    ['unitPrice', 8_000_000, '3'],
  ])
})
