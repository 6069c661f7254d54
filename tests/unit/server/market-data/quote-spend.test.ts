import { expect, test } from 'vitest'
import { formatDecimal } from '#domain/decimal.ts'
import { ppm } from '#domain/units.ts'
import { quoteSpend } from '#server/market-data/market-book.ts'
import { GOLD, TOMAN } from '#tests/builders/coins.ts'
import { aMarket } from '#tests/builders/markets.ts'
import { priceOf, units } from '#tests/builders/quantities.ts'

const market = aMarket({ id: 3, base: GOLD, quote: TOMAN, protectionBand: ppm(50_000n) })

/** One gram at 100, two at 104, ten at 110, which is beyond the band. */
const asks = [
  ['100', '1'],
  ['104', '2'],
  ['110', '10'],
].map(([price = '', volume = '']) => ({ price: priceOf(price), volume: units(volume, GOLD) }))

function spend(toman: string): string {
  const depth = { sequence: 1, at: 0, bids: [], asks }
  const { quantity, cost } = quoteSpend(depth, { market, total: units(toman, TOMAN) })
  return `${formatDecimal(quantity, GOLD.decimals)} for ${formatDecimal(cost, TOMAN.decimals)}`
}

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

test('an empty book sells nothing', () => {
  const depth = { sequence: 1, at: 0, bids: [], asks: [] }
  expect(quoteSpend(depth, { market, total: units('100', TOMAN) })).toEqual({ quantity: 0n, cost: 0n })
})
