import { describe, expect, test } from 'vitest'
import { amount, type Price, price } from '#domain/units.ts'
import { createChance, drawOrder, type MarketView } from '#server/operations/sandbox-traders/draw-order.ts'
import { GOLD, TOMAN } from '#tests/builders/coins.ts'
import { aMarket } from '#tests/builders/markets.ts'

const toman = (value: bigint): Price => price(value * 100_000_000n)
const MARKET = aMarket({
  id: 3,
  base: GOLD,
  quote: TOMAN,
  tick: toman(100n),
  minAmount: amount(10_000n),
  maxAmount: amount(50_000_000n),
})
const VIEW: MarketView = {
  market: MARKET,
  middle: toman(10_000_000n),
  last: toman(10_000_000n),
  bestBid: toman(9_992_000n),
  bestAsk: toman(10_008_000n),
  surplusPermille: 0n,
}

function draw(count: number, differences: Partial<MarketView> = {}) {
  const chance = createChance(7)
  return Array.from({ length: count }, () => drawOrder({ ...VIEW, ...differences }, chance)).filter(
    (drawn) => drawn !== undefined,
  )
}

const buys = (orders: ReturnType<typeof draw>) => orders.filter(({ side }) => side === 'BUY').length

describe('an order of the sandbox', () => {
  test('takes what stands best, and hardly more', () => {
    const orders = draw(500)
    expect(orders).toHaveLength(500)
    for (const { side, unitPrice } of orders)
      if (side === 'BUY') expect(unitPrice >= toman(10_008_000n) && unitPrice <= toman(10_030_000n)).toBe(true)
      else expect(unitPrice <= toman(9_992_000n) && unitPrice >= toman(9_970_000n)).toBe(true)
    expect(orders.every(({ unitPrice }) => unitPrice % MARKET.tick === 0n)).toBe(true)
  })

  test('is small mostly and large now and then, within the bounds and the precision of the market', () => {
    const sizes = draw(2_000)
      .map(({ amount: size }) => size)
      .sort((a, b) => (a < b ? -1 : 1))
    const [low = 0n, middle = 0n, high = 0n] = [sizes[200], sizes[1_000], sizes[1_800]]
    // Three million Toman buy 0.3 grams.
    expect(middle > 200_000n && middle < 450_000n).toBe(true)
    expect([middle > low * 3n, high > middle * 3n]).toEqual([true, true])
    expect(sizes.every((size) => size >= MARKET.minAmount && size <= MARKET.maxAmount)).toBe(true)
    expect(sizes.every((size) => size % 10n ** BigInt(GOLD.decimals - GOLD.precision) === 0n)).toBe(true)
    expect(new Set(sizes).size).toBeGreaterThan(200)
  })

  test('buys as often as it sells, more often when the feed has risen, and less with too much of the coin', () => {
    const usual = buys(draw(2_000))
    expect(usual > 900 && usual < 1_100).toBe(true)
    expect(buys(draw(2_000, { middle: toman(10_010_000n) }))).toBeGreaterThan(1_300)
    expect(buys(draw(2_000, { middle: toman(9_990_000n) }))).toBeLessThan(700)
    expect(buys(draw(2_000, { surplusPermille: 300n }))).toBeLessThan(750)
    expect(buys(draw(2_000, { surplusPermille: -300n }))).toBeGreaterThan(1_250)
  })

  test('is not made against an empty side, nor a percent away from the feed', () => {
    expect(buys(draw(100, { bestAsk: undefined }))).toBe(0)
    expect(draw(100, { bestAsk: undefined, bestBid: undefined })).toEqual([])
    expect(buys(draw(100, { bestAsk: toman(10_120_000n) }))).toBe(0)
    expect(draw(100, { bestBid: toman(9_880_000n), bestAsk: toman(10_120_000n) })).toEqual([])
  })
})

describe('chance', () => {
  test('is the same for one seed and another for another', () => {
    const few = (seed: number) => {
      const chance = createChance(seed)
      return Array.from({ length: 11 }, () => chance.even())
    }
    expect(few(5)).toEqual(few(5))
    expect(few(5)).not.toEqual(few(6))
    expect(few(5).every((value) => value >= 0 && value < 1)).toBe(true)
  })

  test('waits as events do that come by themselves: so long on average, and often much shorter or longer', () => {
    const chance = createChance(3)
    const waits = Array.from({ length: 5_000 }, () => chance.waitMs(30_000)).sort((a, b) => a - b)
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length
    expect(mean > 28_500 && mean < 31_500).toBe(true)
    // The median is ln 2 times the average.
    expect(waits[2_500] ?? 0).toBeLessThan(23_000)
    expect(waits.at(-1) ?? 0).toBeGreaterThan(150_000)
  })
})
