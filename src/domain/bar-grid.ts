import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

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
