import { expect, test } from 'vitest'
import { coinColour } from '#client/entities/coin/coin-colours.ts'

const LISTED = [
  'TOMAN',
  'TETHER',
  'GOLD',
  'BITCOIN',
  'ETHEREUM',
  'BINANCE_COIN_BSC',
  'RIPPLE',
  'TRON',
  'DOGE_COIN',
  'LITE_COIN',
  'BITCOIN_CASH',
  'DASH',
  'CLASSIC_ETHEREUM',
  'STELLAR',
  'MATIC',
  'CELO',
  'ELROND',
]

test('every coin of the exchange has a colour of its own', () => {
  expect(new Set(LISTED.map(coinColour)).size).toBe(LISTED.length)
})

test('gold is gold, and Toman is the green of its coin', () => {
  expect(coinColour('GOLD')).toBe('#E3B14A')
  // The colour of the circle in Toman's own drawing.
  expect(coinColour('TOMAN')).toBe('#1F7A5C')
})

test.each(['SOLANA', 'NEW_COIN', 'X', ''])(
  'a coin that nobody has thought of (%s) has a colour too, always the same',
  (symbol) => {
    expect(coinColour(symbol)).toMatch(/^#[0-9A-F]{6}$/)
    expect(coinColour(symbol)).toBe(coinColour(symbol))
  },
)
