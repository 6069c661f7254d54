import { expect, test } from 'vitest'
import { formatDecimal } from '#domain/decimal.ts'
import type { Side } from '#domain/order.ts'
import { ppm } from '#domain/units.ts'
import { quoteTotal } from '#server/market-data/market-book.ts'
import { GOLD, TOMAN } from '#tests/builders/coins.ts'
import { aMarket } from '#tests/builders/markets.ts'
import { priceOf, units } from '#tests/builders/quantities.ts'

const market = aMarket({ id: 3, base: GOLD, quote: TOMAN, protectionBand: ppm(50_000n) })

const levelsOf = (levels: readonly (readonly [price: string, volume: string])[]) =>
  levels.map(([price, volume]) => ({ price: priceOf(price), volume: units(volume, GOLD) }))

/** On each side, one gram, then two, then ten beyond the band. */
const asks = levelsOf([
  ['100', '1'],
  ['104', '2'],
  ['110', '10'],
])
const bids = levelsOf([
  ['99', '1'],
  ['96', '2'],
  ['90', '10'],
])

function order(side: Side, toman: string): string {
  const { quantity, value } = quoteTotal(
    { sequence: 1, at: 0, bids, asks },
    { market, side, total: units(toman, TOMAN) },
  )
  return `${formatDecimal(quantity, GOLD.decimals)} for ${formatDecimal(value, TOMAN.decimals)}`
}
const spend = (toman: string) => order('BUY', toman)
const receive = (toman: string) => order('SELL', toman)

test('money buys level by level, in grams that can be typed, and never more than there is of it', () => {
  expect(spend('100')).toBe('1 for 100')
  expect(spend('152')).toBe('1.5 for 152')
  expect(spend('152.1')).toBe('1.5 for 152')
  expect(spend('0.09')).toBe('0 for 0')
})

test('money that reaches beyond the protection band stays unspent', () => {
  expect(spend('308')).toBe('3 for 308')
  expect(spend('9000')).toBe('3 for 308')
})

test('grams are sold level by level until they bring the money, and never more than was wanted', () => {
  expect(receive('99')).toBe('1 for 99')
  expect(receive('147')).toBe('1.5 for 147')
  expect(receive('147.05')).toBe('1.5 for 147')
  expect(receive('0.09')).toBe('0 for 0')
})

test('money that only buyers beyond the protection band would pay is not received', () => {
  expect(receive('291')).toBe('3 for 291')
  expect(receive('9000')).toBe('3 for 291')
})

test('an empty book trades nothing', () => {
  const depth = { sequence: 1, at: 0, bids: [], asks: [] }
  expect(quoteTotal(depth, { market, side: 'BUY', total: units('100', TOMAN) })).toEqual({ quantity: 0n, value: 0n })
})
