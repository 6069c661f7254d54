import { describe, expect, test } from 'vitest'
import { amount, ppm } from '#domain/units.ts'
import type { BookLevel } from '#server/exchange/commit-feed.ts'
import { copyDepth, MarketBook, middleOf, quoteMarketOrder } from '#server/market-data/market-book.ts'
import { GOLD, TOMAN } from '#tests/builders/coins.ts'
import { aMarket } from '#tests/builders/markets.ts'
import { priceOf } from '#tests/builders/quotes.ts'

const market = aMarket({ id: 3, base: GOLD, quote: TOMAN, protectionBand: ppm(50_000n) })
const level = (text: string, grams: number): BookLevel => ({
  price: priceOf(text),
  volume: amount(BigInt(grams * 1_000_000)),
})

const depthOf = (bids: BookLevel[], asks: BookLevel[]) =>
  copyDepth({ bids: bids.toReversed(), asks: asks.toReversed() }, market, { sequence: 1, at: 0 })

describe('copying a book', () => {
  test('both sides come best first', () => {
    const depth = depthOf([level('99', 1), level('98', 2)], [level('101', 3), level('102', 4)])
    expect(depth.bids.map(({ price }) => price)).toEqual([priceOf('99'), priceOf('98')])
    expect(depth.asks.map(({ price }) => price)).toEqual([priceOf('101'), priceOf('102')])
    expect(middleOf(depth)).toBe(priceOf('100'))
  })

  test('levels are copied as far as the tables show or the protection band reaches, whichever is more', () => {
    const far = Array.from({ length: 20 }, (_, i) => level(`${100 - 4 * i}`, 1))
    expect(depthOf(far, []).bids).toHaveLength(11)
    const near = Array.from({ length: 40 }, (_, i) => level(`${1_000 - i}`, 1))
    expect(depthOf(near, []).bids).toHaveLength(40)
    const both = Array.from({ length: 80 }, (_, i) => level(`${1_000 - i}`, 1))
    expect(depthOf(both, []).bids).toHaveLength(51)
  })

  test('a copy does not follow the book', () => {
    const changing = { price: priceOf('99'), volume: amount(5n) }
    const depth = depthOf([changing], [])
    changing.volume = amount(1n)
    expect(depth.bids[0]?.volume).toBe(5n)
  })

  test('an empty side has no middle', () => {
    expect(middleOf(depthOf([], [level('101', 1)]))).toBeUndefined()
  })
})

describe('a grouped book', () => {
  const bookOf = (bids: BookLevel[], asks: BookLevel[]) => {
    const book = new MarketBook(market)
    book.replace({ bids: bids.toReversed(), asks: asks.toReversed(), number: 1, at: 0 })
    return book
  }
  const rows = (levels: readonly BookLevel[]) => levels.map(({ price, volume }) => [price, volume / 1_000_000n])

  test('rows cover a step each, bids rounded down and asks up, so that the sides do not cross', () => {
    const { bids, asks } = bookOf(
      [level('1099', 1), level('1001', 2), level('1000', 3), level('999', 4)],
      [level('1100', 5), level('1101', 6), level('1200', 7)],
    ).grouped(priceOf('100'))
    expect(rows(bids)).toEqual([
      [priceOf('1000'), 6n],
      [priceOf('900'), 4n],
    ])
    expect(rows(asks)).toEqual([
      [priceOf('1100'), 5n],
      [priceOf('1200'), 13n],
    ])
  })

  test('eleven rows are full, however many levels they take', () => {
    const bids = Array.from({ length: 2_000 }, (_, i) => level(`${9_999 - i}`, 1))
    const grouped = bookOf(bids, []).grouped(priceOf('100'))
    expect(grouped.bids).toHaveLength(11)
    expect(grouped.bids.every(({ volume }) => volume === 100_000_000n)).toBe(true)
    expect(grouped.asks).toEqual([])
  })
})

describe('the cost of a market order', () => {
  const depth = depthOf([level('99', 1), level('98', 2)], [level('101', 1), level('106', 1), level('107', 9)])
  const quote = (side: 'BUY' | 'SELL', grams: number) =>
    quoteMarketOrder(depth, { market, side, quantity: amount(BigInt(grams * 1_000_000)) })

  test('walks from the best price', () => {
    expect(quote('SELL', 2)).toEqual({ fillable: 2_000_000n, value: 197_000_000n })
  })

  test('ends where the book does', () => {
    expect(quote('SELL', 5)).toEqual({ fillable: 3_000_000n, value: 295_000_000n })
  })

  test('ends at the protection band', () => {
    expect(quote('BUY', 5)).toEqual({ fillable: 2_000_000n, value: 207_000_000n })
  })

  test('is nothing on an empty side', () => {
    const empty = depthOf([], [])
    expect(quoteMarketOrder(empty, { market, side: 'BUY', quantity: amount(1n) })).toEqual({ fillable: 0n, value: 0n })
  })
})
