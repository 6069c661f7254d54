import { describe, expect, it } from 'vitest'
import { parseDecimal } from '#domain/decimal.ts'
import { sandboxCandles, sandboxPrice } from '#sandbox/prices/sandbox-candles.ts'
import { createSandboxMarket } from '#sandbox/prices/sandbox-market.ts'
import type { PastWanted } from '#server/providers/prices/prices.ts'
import { DOLLAR_COINS } from '#server/providers/prices/prices.ts'

const HOUR_MS = 3_600_000
const until = new Date('2026-11-20T08:17:31.250Z')
const gold: PastWanted = { base: 'GOLD', quote: 'TOMAN', until, count: 90 * 24, stepMs: HOUR_MS }

describe('the past of the sandbox', () => {
  it('ends exactly at the price of now', () => {
    const market = createSandboxMarket({ seed: 5 })
    for (const base of [...DOLLAR_COINS, 'GOLD'] as const) {
      for (const quote of ['TOMAN', 'TETHER'] as const) {
        const candles = sandboxCandles(market, { ...gold, base, quote, count: 3 })
        expect(candles.at(-1)?.close).toBe(sandboxPrice(market, { base, quote }, until.getTime()))
      }
    }
  })

  it('has no gaps: each candle opens on the hour where the one before closed', () => {
    const candles = sandboxCandles(createSandboxMarket({ seed: 5 }), gold)
    expect(candles).toHaveLength(90 * 24)
    expect(candles.at(-1)?.opensAt.toISOString()).toBe('2026-11-20T08:00:00.000Z')
    candles.forEach((candle, index) => {
      const next = candles[index + 1]
      if (next === undefined) return
      expect([next.open, next.opensAt.getTime()]).toEqual([candle.close, candle.opensAt.getTime() + HOUR_MS])
    })
  })

  it('keeps every candle’s open and close between its low and high, above nothing, with some volume', () => {
    for (const candle of sandboxCandles(createSandboxMarket({ seed: 5 }), { ...gold, base: 'DOGE_COIN' })) {
      const { open, high, low, close, volume } = candle
      expect(low > 0n && low <= open && low <= close && open <= high && close <= high).toBe(true)
      expect(parseDecimal(volume, 6)).toBeGreaterThan(0n)
    }
  })

  it('trades differently from bar to bar, and less of a small coin than of a large one', () => {
    const market = createSandboxMarket({ seed: 5 })
    const volumes = (base: PastWanted['base']) =>
      sandboxCandles(market, { ...gold, base, quote: 'TOMAN', count: 300, stepMs: 60_000 }).map(
        ({ volume, close }) => ((parseDecimal(volume, 6) ?? 0n) * close) / 100_000_000_000_000n,
      )
    const [large, small] = [volumes('BITCOIN'), volumes('CELO')]
    const sum = (all: readonly bigint[]) => all.reduce((total, each) => total + each, 0n)
    expect(sum(large)).toBeGreaterThan(3n * sum(small))
    const neighbours = large.slice(1).filter((volume, i) => {
      const before = large[i] ?? 0n
      return volume > before * 2n || before > volume * 2n
    })
    expect(neighbours.length).toBeGreaterThan(100)
  })

  it('is the same for one seed and another for another', () => {
    const few = { ...gold, count: 5 }
    const first = sandboxCandles(createSandboxMarket({ seed: 5 }), few)
    expect(sandboxCandles(createSandboxMarket({ seed: 5 }), few)).toEqual(first)
    expect(sandboxCandles(createSandboxMarket({ seed: 6 }), few)).not.toEqual(first)
  })

  it('stays near its level and moves by believable steps', () => {
    const closes = sandboxCandles(createSandboxMarket({ seed: 5 }), { ...gold, base: 'BITCOIN', quote: 'TETHER' }).map(
      ({ close }) => close / 100_000_000n,
    )
    for (const close of closes) expect(close > 50_000n && close < 170_000n).toBe(true)
    closes.forEach((close, index) => {
      const before = closes[index - 1] ?? close
      const perMille = ((close > before ? close - before : before - close) * 1_000n) / before
      expect(perMille).toBeLessThan(40n)
    })
  })

  it('can be asked for at a time that is exactly on the hour', () => {
    const onTheHour = new Date('2026-11-20T08:00:00Z')
    const candles = sandboxCandles(createSandboxMarket({ seed: 5 }), { ...gold, until: onTheHour, count: 2 })
    expect(candles.map(({ opensAt }) => opensAt.getUTCHours())).toEqual([6, 7])
  })
})

describe('coins of the sandbox', () => {
  it('rise and fall together more often than not', () => {
    const market = createSandboxMarket({ seed: 5 })
    const days = Array.from({ length: 300 }, (_, day) => until.getTime() - day * 86_400_000)
    const rises = (symbol: 'BITCOIN' | 'ETHEREUM', atMs: number) =>
      market.priceAt(symbol, atMs) > market.priceAt(symbol, atMs - 86_400_000)
    const together = days.filter((atMs) => rises('BITCOIN', atMs) === rises('ETHEREUM', atMs))
    expect(together.length).toBeGreaterThan(210)
  })
})
