import type { MarketTrade } from '#domain/trade.ts'
import { type Amount, amount, type Price } from '#domain/units.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** The resolutions of the contract. Days and months begin at 00:00 UTC, weeks on Monday (1970 began on a Thursday). */
export const RESOLUTIONS = {
  '1': { stepMs: MINUTE_MS, offsetMs: 0 },
  '5': { stepMs: 5 * MINUTE_MS, offsetMs: 0 },
  '15': { stepMs: 15 * MINUTE_MS, offsetMs: 0 },
  '30': { stepMs: 30 * MINUTE_MS, offsetMs: 0 },
  '60': { stepMs: HOUR_MS, offsetMs: 0 },
  '1D': { stepMs: DAY_MS, offsetMs: 0 },
  '1W': { stepMs: 7 * DAY_MS, offsetMs: 4 * DAY_MS },
  '1M': { stepMs: 31 * DAY_MS, offsetMs: 0, calendar: 'months' },
} as const satisfies Record<string, Grid>

export type Resolution = keyof typeof RESOLUTIONS

/** The beginnings of bars: every `stepMs` from `offsetMs` after 1970, or with each calendar month, for which `stepMs` is the longest. */
export interface Grid {
  readonly stepMs: number
  readonly offsetMs: number
  readonly calendar?: 'months'
}

export function barStart(at: number, { stepMs, offsetMs, calendar }: Grid): number {
  if (calendar === undefined) return Math.floor((at - offsetMs) / stepMs) * stepMs + offsetMs
  const day = new Date(at)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth())
}

/** The end of the bar that contains an instant. */
export function barEnd(at: number, grid: Grid): number {
  const start = barStart(at, grid)
  return grid.calendar === undefined ? start + grid.stepMs : barStart(start + grid.stepMs, grid)
}

const MINUTES: Grid = { stepMs: MINUTE_MS, offsetMs: 0 }
export const minuteOf = (at: number) => barStart(at, MINUTES)

export interface Candle {
  /** Milliseconds since 1970. */
  readonly opensAt: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  /** In the base coin. */
  readonly volume: Amount
}

type Print = Pick<MarketTrade, 'unitPrice' | 'amount'>

/** The bar of a single trade. */
export function candleOf(opensAt: number, { unitPrice, amount: volume }: Print): Candle {
  return { opensAt, open: unitPrice, high: unitPrice, low: unitPrice, close: unitPrice, volume }
}

/** The bar with one more trade, which must be the latest. */
export function withTrade(candle: Candle, { unitPrice, amount: quantity }: Print): Candle {
  return {
    opensAt: candle.opensAt,
    open: candle.open,
    high: unitPrice > candle.high ? unitPrice : candle.high,
    low: unitPrice < candle.low ? unitPrice : candle.low,
    close: unitPrice,
    volume: amount(candle.volume + quantity),
  }
}
