import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RESOLUTIONS, type Resolution } from '#domain/bar-grid.ts'
import { CandleSeries } from '#server/market-data/bars.ts'
import { readHistory, type Source, showHistory } from '#server/market-data/chart-history.ts'
import { MarketReadModel } from '#server/market-data/market-read-model.ts'
import { someTrades } from '#tests/builders/market-trades.ts'
import { GOLD_TOMAN } from '#tests/builders/markets.ts'
import { naiveCandles } from '#tests/builders/naive-candles.ts'

const START = Date.parse('2026-10-28T22:00:00Z')
const resolution = fc.constantFrom<Resolution[]>('1', '5', '15', '30', '60', '1D', '1W', '1M')
const SPAN_MS = 120 * 86_400_000
const moment = fc.integer({ min: START - SPAN_MS / 10, max: START + SPAN_MS })

/** A market's series with the newest few bars only, and a store with all of them. */
function marketOf(trades: Parameters<CandleSeries['add']>[0][], of: Resolution, barsMax: number) {
  const grid = RESOLUTIONS[of]
  const all = new CandleSeries({ grid, barsMax: 10_000, bars: [] })
  const kept = new CandleSeries({ grid, barsMax, bars: [] })
  for (const trade of trades) {
    all.add(trade)
    kept.add(trade)
  }
  const source: Source = {
    candles: async () => kept,
    market: () => new MarketReadModel(GOLD_TOMAN),
    olderBars: async (_market, _resolution, { count, beforeMs, fromMs = 0 }) =>
      all.bars.filter(({ candle }) => candle.opensAt < beforeMs && candle.opensAt >= fromMs).slice(-count),
  }
  return { source, should: naiveCandles(trades, of) }
}

test('whatever is asked for, the bars are those of a recomputation, from memory and from the store alike', async () => {
  await fc.assert(
    fc.asyncProperty(
      someTrades({ startMs: START, stepMsMax: 86_400_000 }),
      resolution,
      moment,
      moment,
      fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
      fc.integer({ min: 1, max: 40 }),
      async (trades, of, fromMs, toMs, countback, barsMax) => {
        const { source, should } = marketOf(trades, of, barsMax)
        const wanted = { market: GOLD_TOMAN, resolution: of, fromMs, toMs, countback }
        const { bars } = await readHistory(source, wanted)
        const before = should.filter(({ opensAt }) => opensAt < toMs)
        const expected =
          countback === undefined
            ? before.filter(({ opensAt }) => opensAt >= fromMs)
            : before.slice(before.length - Math.min(countback, before.length))
        expect(bars.map(({ candle }) => candle)).toEqual(expected)
      },
    ),
    { numRuns: 300 },
  )
})

test('where there is nothing, the newest bar before is named, and only without a countback', async () => {
  await fc.assert(
    fc.asyncProperty(
      someTrades({ startMs: START, stepMsMax: 86_400_000 }),
      resolution,
      moment,
      fc.integer({ min: 1, max: 40 }),
      async (trades, of, fromMs, barsMax) => {
        const { source, should } = marketOf(trades, of, barsMax)
        const opens = should.map(({ opensAt }) => opensAt)
        const wanted = { market: GOLD_TOMAN, resolution: of, fromMs, toMs: fromMs + 1, countback: undefined }
        const reply = await showHistory(source, wanted)
        if (opens.includes(fromMs)) return expect(reply.s).toBe('ok')
        const newest = opens.findLast((opensAt) => opensAt < fromMs)
        expect(reply).toEqual(newest === undefined ? { s: 'no_data' } : { s: 'no_data', nextTime: newest / 1_000 })
      },
    ),
    { numRuns: 200 },
  )
})
