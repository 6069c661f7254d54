import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barEnd, barStart, RESOLUTIONS, type Resolution } from '#domain/bar-grid.ts'
import { CandleSeries } from '#server/market-data/bars.ts'
import { someTrades } from '#tests/builders/market-trades.ts'
import { naiveCandles } from '#tests/builders/naive-candles.ts'

const START = Date.parse('2026-11-18T22:00:00Z')
const resolution = fc.constantFrom<Resolution[]>('1', '5', '15', '30', '60', '1D', '1W', '1M')

test('bars that grow trade by trade equal those made of all trades at once', () => {
  fc.assert(
    fc.property(someTrades({ startMs: START, stepMsMax: 600_000 }), resolution, (trades, of) => {
      const series = new CandleSeries({ grid: RESOLUTIONS[of], barsMax: 1_000, bars: [] })
      for (const trade of trades) series.add(trade)
      expect(series.bars.map(({ candle }) => candle)).toEqual(naiveCandles(trades, of))
    }),
    { numRuns: 300 },
  )
})

test('only the newest bars are kept', () => {
  fc.assert(
    fc.property(someTrades({ startMs: START, stepMsMax: 600_000 }), (trades) => {
      const series = new CandleSeries({ grid: RESOLUTIONS['1'], barsMax: 5, bars: [] })
      for (const trade of trades) series.add(trade)
      expect(series.bars.length).toBeLessThanOrEqual(5)
      expect(series.bars.at(-1)?.candle).toEqual(naiveCandles(trades, '1').at(-1))
    }),
  )
})

test('days and months begin at midnight UTC and weeks on Monday', () => {
  const at = Date.parse('2026-11-20T08:37:12Z')
  expect(new Date(barStart(at, RESOLUTIONS['1D'])).toISOString()).toBe('2026-11-20T00:00:00.000Z')
  expect(new Date(barStart(at, RESOLUTIONS['1W'])).toISOString()).toBe('2026-11-16T00:00:00.000Z')
  expect(new Date(barStart(at, RESOLUTIONS['1M'])).toISOString()).toBe('2026-11-01T00:00:00.000Z')
  expect(new Date(barEnd(at, RESOLUTIONS['1M'])).toISOString()).toBe('2026-12-01T00:00:00.000Z')
  expect(new Date(barEnd(at, RESOLUTIONS['1W'])).toISOString()).toBe('2026-11-23T00:00:00.000Z')
})
