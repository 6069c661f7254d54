import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/durations.ts'
import type { MarketTrade } from '#domain/trade.ts'
import { SlidingDay } from '#server/market-data/bars.ts'
import { someTrades } from '#tests/builders/market-trades.ts'

const START = Date.parse('2026-11-20T00:00:00Z')

const minuteOf = (at: number) => at - (at % 60_000)

/** The figures of the window from every trade: a minute counts in full from its beginning until a day later. */
function naively(trades: readonly MarketTrade[], nowMs: number) {
  const window = trades.filter(({ at }) => minuteOf(at) > nowMs - DAY_MS)
  const [first] = window
  const last = window.at(-1)
  if (!first || !last) return undefined
  const prices = window.map(({ unitPrice }) => unitPrice).sort((a, b) => (a < b ? -1 : 1))
  return {
    open: first.unitPrice,
    high: prices.at(-1),
    low: prices[0],
    close: last.unitPrice,
    volume: window.reduce((sum, trade) => sum + trade.amount, 0n),
  }
}

test('after every trade and every wait the figures are those of a look at all trades', () => {
  fc.assert(
    fc.property(
      someTrades({ startMs: START, stepMsMax: DAY_MS / 20 }),
      fc.array(fc.integer({ min: 0, max: DAY_MS })),
      (trades, waits) => {
        const day = new SlidingDay()
        trades.forEach((trade, i) => {
          day.add(trade)
          const nowMs = trades.slice(0, i + 1).reduce((most, { at }) => Math.max(most, at), 0)
          expect(day.figures(nowMs)).toEqual(naively(trades.slice(0, i + 1), nowMs))
        })
        let nowMs = trades.reduce((most, { at }) => Math.max(most, at), START)
        for (const wait of waits) {
          nowMs += wait
          expect(day.figures(nowMs)).toEqual(naively(trades, nowMs))
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('what was last paid before the window is what left it last', () => {
  fc.assert(
    fc.property(someTrades({ startMs: START, stepMsMax: DAY_MS / 10 }), (trades) => {
      const day = new SlidingDay()
      for (const trade of trades) day.add(trade)
      const nowMs = START + 2 * DAY_MS
      const old = trades.filter(({ at }) => minuteOf(at) <= nowMs - DAY_MS)
      if (old.length === trades.length) expect(day.before(nowMs)?.price).toBe(trades.at(-1)?.unitPrice)
      else if (old.length > 0) expect(day.before(nowMs)?.price).toBe(old.at(-1)?.unitPrice)
      if (old.length === 0) expect(day.before(nowMs)).toBeUndefined()
    }),
  )
})
