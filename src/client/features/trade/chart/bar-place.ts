import type { Logical } from 'lightweight-charts'
import type { Bar } from './bar-feed.ts'
import type { PriceChart } from './price-chart.ts'

/** The index of the last bar that begins at this time or before it; -1 before the first one. */
export function indexAt(bars: readonly Bar[], time: number): number {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.time ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The place of a time among the bars, with its fraction of the way to the next one; beyond the ends by the bars' usual step. */
export function logicalOf(bars: readonly Bar[], time: number): number {
  const [first, second] = bars
  const last = bars.at(-1)
  if (!first || !last) return 0
  const step = second ? Math.min(second.time - first.time, last.time - (bars.at(-2)?.time ?? 0)) : 1
  if (time < first.time) return (time - first.time) / step
  if (time >= last.time) return bars.length - 1 + (time - last.time) / step
  const at = indexAt(bars, time)
  const [from, to] = [bars[at]?.time ?? time, bars[at + 1]?.time ?? time + step]
  return at + (time - from) / (to - from)
}

/** The inverse of `logicalOf`. */
export function timeAt(bars: readonly Bar[], logical: number): number {
  const [first, second] = bars
  const last = bars.at(-1)
  if (!first || !last) return 0
  const step = second ? Math.min(second.time - first.time, last.time - (bars.at(-2)?.time ?? 0)) : 1
  if (logical < 0) return Math.round(first.time + logical * step)
  if (logical >= bars.length - 1) return Math.round(last.time + (logical - bars.length + 1) * step)
  const at = Math.floor(logical)
  const [from, to] = [bars[at]?.time ?? 0, bars[at + 1]?.time ?? 0]
  return Math.round(from + (to - from) * (logical - at))
}

/** The pixel of a place among the bars; the library itself knows only those of whole bars. */
export function pixelOf({ chart }: PriceChart, logical: number): number {
  const scale = chart.timeScale()
  const left = Math.floor(logical)
  const pixel = (at: number) => scale.logicalToCoordinate(at as Logical) ?? 0
  return pixel(left) + (pixel(left + 1) - pixel(left)) * (logical - left)
}
