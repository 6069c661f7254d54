import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupLevels, runningTotals, type ShownLevel } from '#client/features/trade/book-math.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS, price } from '#domain/units.ts'

const AMOUNT_DECIMALS = 8
const TICK = 100n
const level = (unitPrice: bigint, volume: bigint): ShownLevel => ({
  unitPrice: formatDecimal(unitPrice, PRICE_DECIMALS),
  volume: formatDecimal(volume, AMOUNT_DECIMALS),
  wholePrice: formatDecimal(unitPrice * volume, PRICE_DECIMALS + AMOUNT_DECIMALS),
  executedPercent: 1,
})
const priceOf = ({ unitPrice }: { unitPrice: string }) => parseDecimal(unitPrice, PRICE_DECIMALS) ?? -1n
const sumOf = (texts: readonly string[], decimals: number) =>
  texts.reduce((sum, text) => sum + (parseDecimal(text, decimals) ?? -1n), 0n)

const ticksAndVolumes = fc.uniqueArray(
  fc.tuple(fc.bigInt({ min: 1n, max: 100_000n }), fc.bigInt({ min: 1n, max: 10n ** 15n })),
  { minLength: 2, maxLength: 40, selector: ([ticks]) => ticks },
)
const multiples = fc.constantFrom(1n, 10n, 100n, 1000n)

test('a grouped book has the volume and value of the whole, is made of whole steps, and its sides never cross', () => {
  fc.assert(
    fc.property(ticksAndVolumes, fc.nat(), multiples, (drawn, cut, times) => {
      const step = price(TICK * times)
      const rising = drawn.toSorted(([one], [other]) => (one < other ? -1 : 1))
      const at = 1 + (cut % (rising.length - 1))
      const levels = rising.map(([ticks, volume]) => level(ticks * TICK, volume))
      const bids = levels.slice(0, at).toReversed()
      const asks = levels.slice(at)
      const shownBids = groupLevels(bids, { step, side: 'BUY' })
      const shownAsks = groupLevels(asks, { step, side: 'SELL' })
      for (const [whole, grouped] of [
        [bids, shownBids],
        [asks, shownAsks],
      ] as const) {
        for (const [name, decimals] of [
          ['volume', AMOUNT_DECIMALS],
          ['wholePrice', PRICE_DECIMALS + AMOUNT_DECIMALS],
        ] as const)
          expect(
            sumOf(
              grouped.map((each) => each[name]),
              decimals,
            ),
          ).toBe(
            sumOf(
              whole.map((each) => each[name]),
              decimals,
            ),
          )
        for (const each of grouped) expect(priceOf(each) % step).toBe(0n)
        expect(new Set(grouped.map(priceOf)).size).toBe(grouped.length)
        expect(Math.max(...grouped.map(({ executedPercent }) => executedPercent))).toBe(100)
      }
      const [bestBid, bestAsk] = [bids[0], asks[0]].map((each) => (each ? priceOf(each) : -1n))
      expect(shownBids.map(priceOf)).toEqual(shownBids.map(priceOf).toSorted((one, other) => (one > other ? -1 : 1)))
      expect(shownAsks.map(priceOf)).toEqual(shownAsks.map(priceOf).toSorted((one, other) => (one < other ? -1 : 1)))
      expect(priceOf(shownBids[0] ?? level(0n, 0n))).toBeLessThanOrEqual(bestBid ?? -1n)
      expect(priceOf(shownAsks[0] ?? level(0n, 0n))).toBeGreaterThanOrEqual(bestAsk ?? -1n)
    }),
  )
})

test('a total contains its own level and all better ones, exactly', () => {
  const levels = [{ wholePrice: '0.1' }, { wholePrice: '0.2' }, { wholePrice: '12' }]
  expect(runningTotals(levels)).toEqual(['0.1', '0.3', '12.3'])
})
