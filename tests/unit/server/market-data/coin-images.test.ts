import { expect, test } from 'vitest'
import { COIN_IMAGES } from '#domain/coin-images.ts'
import { findCoinImage, imageAddressOf, imageHashOf } from '#server/market-data/show-coin.ts'
import { COINS } from '#server/operations/seeds/coins.ts'

test('every coin of the exchange has a picture of its own, a drawing that runs nothing', () => {
  const hashes = COINS.map(({ symbol }) => imageHashOf(symbol) ?? symbol)
  expect(new Set(hashes).size).toBe(COINS.length)
  for (const hash of hashes) {
    const drawing = findCoinImage(hash)?.bytes.toString() ?? ''
    expect(drawing).toMatch(/^<svg[ >]|^<\?xml/)
    expect(drawing).not.toMatch(/<script|\son\w+=|href="(?!#)/i)
  }
  expect(imageAddressOf('GOLD')).toBe(`/api/coins/images/${imageHashOf('GOLD')}`)
})

test('a coin without a drawing has none, and no other name finds one', () => {
  expect(imageHashOf('UNICORN')).toBeNull()
  expect(imageAddressOf('UNICORN')).toBeNull()
  expect(findCoinImage('0'.repeat(32))).toBeUndefined()
  expect(Object.keys(COIN_IMAGES)).not.toContain('UNICORN')
})
