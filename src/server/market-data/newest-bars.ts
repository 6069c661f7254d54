import type { Queryable } from '../store/database.ts'
import { FOR_EVER_MS, findNewestPart, readBars } from '../store/market-data/read-bars.ts'
import { barStart, type Grid } from './candle.ts'
import type { Bar } from './candle-series.ts'
import { barOf } from './market-read-model.ts'

export interface NewestBars {
  readonly marketId: number
  readonly grid: Grid
  readonly count: number
  /** Bars that begin then or later are left out. */
  readonly beforeMs?: number
  /** Earlier bars are left out. */
  readonly fromMs?: number
}

/** Quiet periods have no bars, so each query covers more time than that many bars would fill, and the next one more still. */
const LOOK_BACK = 4
const LOOK_FURTHER = 8

/** The newest bars before an instant, oldest first, across quiet periods of any length, without reading more of the past than needed. */
export async function readNewestBars(
  database: Queryable,
  { marketId, grid, count, beforeMs = FOR_EVER_MS, fromMs = 0 }: NewestBars,
): Promise<Bar[]> {
  const { stepMs } = grid
  let bars: Bar[] = []
  let until = beforeMs
  for (let look = LOOK_BACK; bars.length < count; look *= LOOK_FURTHER) {
    const newest = await findNewestPart(database, { marketId, stepMs, beforeMs: until })
    if (newest === undefined || newest < fromMs) break
    const sinceMs = Math.max(fromMs, 0, barStart(newest - stepMs * count * look, grid))
    const wanted = { marketIds: [marketId], ...grid, sinceMs, beforeMs: until, barsMax: count - bars.length }
    const rows = await readBars(database, wanted)
    bars = [...rows.map(barOf), ...bars]
    until = sinceMs
  }
  return bars
}
