import { expect, test } from 'vitest'
import { marketSymbol, readMarketPath } from '#client/features/trade/market-path.ts'

test.each([
  ['TOMAN', 'GOLD', 'GOLD_TOMAN'],
  ['TETHER', 'BITCOIN', 'BITCOIN_TETHER'],
  ['TETHER', 'TETHER', 'TETHER_TOMAN'],
  ['TOMAN', 'TOMAN', 'TETHER_TOMAN'],
  ['TETHER', 'TOMAN', 'TETHER_TOMAN'],
])('/%s/%s is the market %s', (tradeTo, tradeFrom, market) => {
  const path = readMarketPath({ tradeTo, tradeFrom })
  expect(path && marketSymbol(path)).toBe(market)
})

test.each([
  ['GOLD', 'TOMAN'],
  ['TOMAN', '../x'],
  ['TOMAN', ''],
])('/%s/%s is no market', (tradeTo, tradeFrom) => {
  expect(readMarketPath({ tradeTo, tradeFrom })).toBeUndefined()
})
