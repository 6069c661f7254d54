import { expect, test } from 'vitest'
import { measureBook } from '#client/features/trade/book-math.ts'
import { highestOf, lowestOf } from '#client/features/trade/chart-panel.tsx'

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

test('the span of candles is compared by value, not by text', () => {
  const candles = [
    { high: '9.5', low: '9' },
    { high: '10.25', low: '10' },
    { high: '10.3', low: '8.75' },
  ]
  expect([highestOf(candles), lowestOf(candles)]).toEqual(['10.3', '8.75'])
})
