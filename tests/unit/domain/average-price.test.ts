import { expect, test } from 'vitest'
import { averagePrice, averageText } from '#domain/market.ts'
import { amount, PRICE_DECIMALS, price } from '#domain/units.ts'

test('an average price is shown with the decimals of the market alone, rounded down', () => {
  // 100 and 2 × 101 for three coins: 100.666…
  const scale = { base: { decimals: 0 }, quote: { decimals: 0 } }
  const average = averagePrice({ executed: amount(3n), executedValue: amount(302n) }, scale)
  const shown = (tick: bigint) => averageText(average ?? price(0n), { tick: price(tick) })
  expect(shown(100n * 10n ** BigInt(PRICE_DECIMALS))).toBe('100')
  expect(shown(10n ** BigInt(PRICE_DECIMALS - 2))).toBe('100.66')
  expect(shown(1n)).toBe('100.66666666')
})
