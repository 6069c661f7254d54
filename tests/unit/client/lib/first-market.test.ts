import { expect, test } from 'vitest'
import { firstMarket } from '#client/features/shell/use-trade-market.ts'

test('trading opens with gold: in Toman for Persian, and in Tether for English', () => {
  expect(firstMarket('fa')).toEqual({ tradeTo: 'TOMAN', tradeFrom: 'GOLD' })
  expect(firstMarket('en')).toEqual({ tradeTo: 'TETHER', tradeFrom: 'GOLD' })
})
