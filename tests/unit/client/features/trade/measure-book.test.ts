import { expect, test } from 'vitest'
import { measureBook } from '#client/features/trade/book-math.ts'

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
