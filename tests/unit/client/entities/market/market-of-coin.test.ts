import { expect, test } from 'vitest'
import { marketOfCoin } from '#client/entities/market/quote-unit.ts'

test.each([
  ['GOLD', 'fa', 'TOMAN'],
  ['GOLD', 'en', 'TETHER'],
  ['TETHER', 'fa', 'TOMAN'],
  ['TETHER', 'en', 'TOMAN'],
] as const)('%s in %s is traded in %s', (coin, language, tradeTo) => {
  expect(marketOfCoin(coin, language)).toEqual({ tradeTo, tradeFrom: coin })
})

test('Toman has no market of its own', () => {
  expect(marketOfCoin('TOMAN', 'fa')).toBeUndefined()
})
