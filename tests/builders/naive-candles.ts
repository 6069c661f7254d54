import type { MarketTrade } from '#domain/trade.ts'

export interface NaiveCandle {
  readonly opensAt: number
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}

/** The beginning of a bar by the calendar in UTC: days at midnight, weeks on Monday, months on the first. */
function startOf(at: number, resolution: string): number {
  const time = new Date(at)
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()]
  if (resolution === '1M') return Date.UTC(year, month)
  if (resolution === '1W') return Date.UTC(year, month, day - ((time.getUTCDay() + 6) % 7))
  if (resolution === '1D') return Date.UTC(year, month, day)
  const minutes = Number(resolution)
  const minute = time.getUTCHours() * 60 + time.getUTCMinutes()
  return Date.UTC(year, month, day, 0, minute - (minute % minutes))
}

/**
 * The bars of trades, computed from all of them together: opened by the first and closed by the last. It shares no code with the server.
 */
export function naiveCandles(trades: readonly MarketTrade[], resolution: string): NaiveCandle[] {
  const bars = new Map<number, NaiveCandle>()
  for (const { at, unitPrice, amount } of trades) {
    const opensAt = startOf(at, resolution)
    const bar = bars.get(opensAt)
    bars.set(opensAt, {
      opensAt,
      open: bar?.open ?? unitPrice,
      high: bar && bar.high > unitPrice ? bar.high : unitPrice,
      low: bar && bar.low < unitPrice ? bar.low : unitPrice,
      close: unitPrice,
      volume: (bar?.volume ?? 0n) + amount,
    })
  }
  return [...bars.values()]
}
