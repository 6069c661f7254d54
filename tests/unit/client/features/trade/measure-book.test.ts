import { expect, test } from 'vitest'
import { measureBook, roundVolumes, rowsWith } from '#client/features/trade/book-math.ts'
import { levelAt } from '#client/features/trade/depth-picture.tsx'

const rows = (...prices: string[]) => prices.map((unitPrice) => ({ unitPrice }))

test('the spread is best ask minus best bid, and the mid price lies between them', () => {
  expect(measureBook({ bids: rows('98', '97'), asks: rows('100', '101') })).toEqual({
    spread: '2',
    mid: '99',
    spreadPercent: '2.02',
  })
})

test('a book with an empty side has neither', () => {
  expect(measureBook({ bids: [], asks: rows('100') })).toBeUndefined()
  expect(measureBook({ bids: rows('100'), asks: [] })).toBeUndefined()
})

test.each([
  [9n, [2n, 4n, 6n, 8n]],
  [40n, [10n, 20n, 30n, 40n]],
  [15n, [5n, 10n, 15n]],
  [57n, [20n, 40n]],
])('the volumes marked up to %s are round: %s', (most, marks) => {
  expect(roundVolumes(most)).toEqual(marks)
})

test('under the pointer is the next level towards the middle, and between the sides none', () => {
  const point = (x: number) => ({ x, y: 0, price: `${x}`, sum: '1' })
  const points = { bids: [point(400), point(200), point(0)], asks: [point(600), point(800), point(1000)] }
  expect([0, 150, 399, 500, 600, 999].map((x) => levelAt(points, x)?.x)).toEqual([0, 200, 400, undefined, 600, 800])
})

test('a row contains an own order at its price, or of its group, and none contains one behind the last row', () => {
  const level = (unitPrice: string) => ({ unitPrice, volume: '1', wholePrice: '1', executedPercent: 1 })
  const bids = ['1000', '900', '800'].map(level)
  expect([...rowsWith(['900', '850.5', '700'], { levels: bids, side: 'BUY' })]).toEqual(['900', '800'])
  const asks = ['1100', '1200', '10000'].map(level)
  expect([...rowsWith(['1100', '1150', '9999', '10001'], { levels: asks, side: 'SELL' })]).toEqual([
    '1100',
    '1200',
    '10000',
  ])
})
