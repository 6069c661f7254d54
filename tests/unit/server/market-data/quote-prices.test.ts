import { expect, test } from 'vitest'
import { ppm } from '#domain/units.ts'
import { quickTradeQuote } from '#server/market-data/quote-prices.ts'
import { aCoin, GOLD, TETHER, TOMAN } from '#tests/builders/coins.ts'
import { aMarket } from '#tests/builders/markets.ts'
import { priceOf, quotesOf } from '#tests/builders/quotes.ts'

const AT = new Date('2026-11-20T08:00:00Z')
const BITCOIN = aCoin({ id: 4, symbol: 'BITCOIN', decimals: 8, precision: 8 })
const NONE = ppm(0n)

const btcToman = aMarket({ id: 4, base: BITCOIN, quote: TOMAN, tick: priceOf('1000') })
const btcTether = aMarket({ id: 104, base: BITCOIN, quote: TETHER, tick: priceOf('0.1') })
const goldToman = aMarket({ id: 3, base: GOLD, quote: TOMAN, tick: priceOf('100') })
const goldTether = aMarket({ id: 103, base: GOLD, quote: TETHER, tick: priceOf('0.01') })

test('a coin in Toman costs its dollars at what a dollar costs, and brings them at what a dollar brings', () => {
  const quotes = quotesOf({ at: AT, usd: { BITCOIN: '92000' }, dollarBuy: '115100', dollarSell: '114900' })
  const quote = quickTradeQuote(quotes, btcToman, NONE)
  expect(quote?.buy).toBe(priceOf('10589200000'))
  expect(quote?.sell).toBe(priceOf('10570800000'))
  expect(quote?.middle).toBe(priceOf('10580000000'))
})

test('the spread widens both sides, and what does not fit the tick is rounded in favour of the exchange', () => {
  const quotes = quotesOf({ at: AT, goldGram: '11500001' })
  const quote = quickTradeQuote(quotes, goldToman, ppm(2_000n))
  expect(quote?.buy).toBe(priceOf('11523100'))
  expect(quote?.sell).toBe(priceOf('11477000'))
})

test('a coin in Tether is its dollars over the dollars of a Tether', () => {
  const quotes = quotesOf({ at: AT, usd: { BITCOIN: '92000', TETHER: '0.999' } })
  const quote = quickTradeQuote(quotes, btcTether, NONE)
  expect(quote?.buy).toBe(priceOf('92092.1'))
  expect(quote?.sell).toBe(priceOf('92092'))
})

test('gold in Tether is dearest when a dollar brings least', () => {
  const quotes = quotesOf({ at: AT, goldGram: '11500000', dollarBuy: '116000', dollarSell: '115000' })
  const quote = quickTradeQuote(quotes, goldTether, NONE)
  expect(quote?.buy).toBe(priceOf('100'))
  expect(quote?.sell).toBe(priceOf('99.13'))
})

test('changes multiply: one percent on a coin and one on the dollar are a little more than two', () => {
  const quotes = quotesOf({ at: AT, change: '1' })
  expect(quickTradeQuote(quotes, btcToman, NONE)?.change24hPercent).toBe('2.01')
  expect(quickTradeQuote(quotes, btcTether, NONE)?.change24hPercent).toBe('0')
  expect(quickTradeQuote(quotesOf({ at: AT, change: '-1.25' }), goldToman, NONE)?.change24hPercent).toBe('-1.25')
  expect(quickTradeQuote(quotesOf({ at: AT }), goldToman, NONE)?.change24hPercent).toBeUndefined()
})

test('a coin that the feed does not know has no price, and neither has one that is worth less than a tick', () => {
  const pearl = aMarket({ id: 9, base: aCoin({ id: 9, symbol: 'PEARL', decimals: 6, precision: 2 }), quote: TOMAN })
  expect(quickTradeQuote(quotesOf({ at: AT }), pearl, NONE)).toBeUndefined()
  const coarse = { ...btcTether, tick: priceOf('1000') }
  expect(quickTradeQuote(quotesOf({ at: AT, usd: { BITCOIN: '999' } }), coarse, NONE)).toBeUndefined()
})

test('a price is as old as the oldest figure in it', () => {
  const old = new Date('2026-11-20T07:59:00Z')
  const fresh = quotesOf({ at: AT })
  const quotes = { ...fresh, tomanPerUsd: quotesOf({ at: old }).tomanPerUsd }
  expect(quickTradeQuote(quotes, btcToman, NONE)?.at).toBe(old.getTime())
  expect(quickTradeQuote(quotes, btcTether, NONE)?.at).toBe(AT.getTime())
})
