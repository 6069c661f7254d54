import type { Market } from '#domain/market.ts'
import { type Amount, type Price, ZERO } from '#domain/units.ts'
import { HOUR_MS } from './candle.ts'
import type { CandleSeries } from './candle-series.ts'
import { type Depth, middleOf } from './depth.ts'
import type { MarketTrade } from './market-trade.ts'
import { toTick } from './quote-prices.ts'
import { DAY_MS, type SlidingDay } from './sliding-day.ts'

/** What is known of one market in memory. */
export interface MarketMemory {
  readonly market: Market
  readonly day: SlidingDay
  /** The hours of the last eight days. */
  readonly hours: CandleSeries
  /** Newest first, as many as the table shows. */
  lastTrades: readonly MarketTrade[]
  depth: Depth
  /** Grows with every trade. */
  tradesVersion: number
}

export interface MarketFigures {
  readonly last: Price
  readonly high: Price
  readonly low: Price
  /** Of the base coin, traded within the last 24 hours. */
  readonly volume: Amount
  /** What was paid when the last 24 hours began; `undefined` where nobody knows that. */
  readonly before: Price | undefined
  /** The first price within the last 24 hours. */
  readonly open: Price
  /** Against the price of 24 hours ago; `undefined` where nobody knows that. */
  readonly changePercentHundredths: bigint | undefined
}

const WEEK_MS = 7 * DAY_MS
const WEEK_POINTS = 20

/**
 * The figures of the last 24 hours. Where anything was traded they are of the trades alone. Where nothing was, the price is the
 * middle of the book and the range that of the known past; the volume is then zero, because it was.
 * @param fallback the price to name where neither trades, nor book, nor past give one
 */
export function figuresOf(
  memory: MarketMemory,
  { nowMs, fallback }: { nowMs: number; fallback: Price | undefined },
): MarketFigures | undefined {
  const traded = memory.day.figures(nowMs)
  const reference = priceADayAgo(memory, nowMs)
  if (traded) {
    const { close: last, high, low, volume, open } = traded
    const before = reference ?? open
    return { last, high, low, volume, before, open, changePercentHundredths: changeBetween(before, last) }
  }
  const last = middleOnTick(memory) ?? memory.hours.bars.at(-1)?.candle.close ?? fallback
  if (last === undefined) return undefined
  let [open, high, low] = [reference ?? last, last, last]
  for (const { candle } of memory.hours.bars) {
    if (candle.opensAt <= nowMs - DAY_MS) continue
    if (candle.high > high) high = candle.high
    if (candle.low < low) low = candle.low
  }
  const changePercentHundredths = reference === undefined ? undefined : changeBetween(reference, last)
  return { last, high, low, volume: ZERO, before: reference, open, changePercentHundredths }
}

/** In hundredths of a percent, against the newest price that was known a week ago; `undefined` where nobody knows that. */
export function weeklyChangeOf({ hours }: MarketMemory, { nowMs, last }: { nowMs: number; last: Price }) {
  const before = hours.bars.findLast(({ candle }) => candle.opensAt + HOUR_MS <= nowMs - WEEK_MS)
  return before && changeBetween(before.candle.close, last)
}

/** Twenty prices over the last seven days, oldest first; the last is the present one. */
export function weekOf({ hours }: MarketMemory, { nowMs, last }: { nowMs: number; last: Price }): Price[] {
  const points: Price[] = []
  let place = 0
  for (let point = 0; point < WEEK_POINTS - 1; point++) {
    const at = nowMs - WEEK_MS + Math.floor((WEEK_MS * point) / (WEEK_POINTS - 1))
    while ((hours.bars[place + 1]?.candle.opensAt ?? Number.POSITIVE_INFINITY) + HOUR_MS <= at) place++
    // A market younger than a week begins with its first price.
    points.push(priceAt(hours, place, at) ?? last)
  }
  return [...points, last]
}

function priceAt(hours: CandleSeries, place: number, at: number): Price | undefined {
  const candle = hours.bars[place]?.candle
  return candle && (candle.opensAt + HOUR_MS <= at ? candle.close : candle.open)
}

function middleOnTick({ depth, market }: MarketMemory): Price | undefined {
  const middle = middleOf(depth)
  return middle === undefined ? undefined : toTick(middle, market.tick, 'down')
}

/** The newest price that was known 24 hours ago: a trade, or the close of an hour that had ended. */
function priceADayAgo({ day, hours }: MarketMemory, nowMs: number): Price | undefined {
  const trade = day.before(nowMs)
  const ended = hours.bars.findLast(({ candle }) => candle.opensAt + HOUR_MS <= nowMs - DAY_MS)
  if (trade && (!ended || ended.candle.opensAt + HOUR_MS <= trade.at)) return trade.price
  return ended?.candle.close ?? trade?.price
}

/** In hundredths of a percent, cut off towards zero. */
const changeBetween = (before: Price, after: Price) => ((after - before) * 10_000n) / before
