import { type Amount, type Price, ZERO } from '#domain/units.ts'
import { type CandleSeries, DAY_MS, HOUR_MS } from './bars.ts'
import { middleOf } from './market-book.ts'
import type { MarketReadModel } from './market-read-model.ts'
import { toTick } from './quote-prices.ts'

export interface MarketFigures {
  /** The newest price, however old. */
  readonly last: Price
  readonly high: Price
  readonly low: Price
  /** In the base coin. */
  readonly volume: Amount
  /** The price when the last 24 hours began; `undefined` if the record is younger. */
  readonly before: Price | undefined
  /** The first price within the last 24 hours. */
  readonly open: Price
  /** Change from the price of 24 hours ago; a younger market is compared with its first price. */
  readonly changePercentHundredths: bigint
}

const WEEK_MS = 7 * DAY_MS
const WEEK_POINTS = 20

/**
 * The figures of the last 24 hours from recorded data alone: trades, and a sandbox's past, which is recorded as bars. On a day without
 * trades, the last price before it stands for all of them. `undefined` if nothing was ever recorded: a quote is not a paid price and never
 * takes its place.
 */
export function figuresOf({ day }: MarketReadModel, { nowMs }: { nowMs: number }): MarketFigures | undefined {
  const within = day.figures(nowMs)
  const before = day.before(nowMs)?.price
  if (within) {
    const { close: last, high, low, volume, open } = within
    return { last, high, low, volume, before, open, changePercentHundredths: changeBetween(before ?? open, last) }
  }
  if (before === undefined) return undefined
  const still = { last: before, high: before, low: before, before, open: before }
  return { ...still, volume: ZERO, changePercentHundredths: 0n }
}

/** The reference price of a market without records: the middle of its book, or else of the quick-trade quote. */
export const referencePriceOf = (model: MarketReadModel, quoted: Price | undefined): Price | undefined =>
  middleOnTick(model) ?? (quoted && toTick(quoted, model.market.tick, 'down'))

/** The best prices of the book and the last traded price. */
export const sightOf = (model: MarketReadModel, nowMs: number) => ({
  bestBid: model.depth.bids[0]?.price,
  bestAsk: model.depth.asks[0]?.price,
  last: figuresOf(model, { nowMs })?.last,
})

/** In hundredths of a percent, against the newest price known a week ago; `undefined` if there is none. */
export function weeklyChangeOf({ hours }: MarketReadModel, { nowMs, last }: { nowMs: number; last: Price }) {
  const before = hours.bars.findLast(({ candle }) => candle.opensAt + HOUR_MS <= nowMs - WEEK_MS)
  return before && changeBetween(before.candle.close, last)
}

/** Twenty prices over the last seven days, oldest first; the last is the present price. */
export function weekOf({ hours }: MarketReadModel, { nowMs, last }: { nowMs: number; last: Price }): Price[] {
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

function middleOnTick({ depth, market }: MarketReadModel): Price | undefined {
  const middle = middleOf(depth)
  return middle === undefined ? undefined : toTick(middle, market.tick, 'down')
}

/** In hundredths of a percent, truncated towards zero. */
const changeBetween = (before: Price, after: Price) => ((after - before) * 10_000n) / before
