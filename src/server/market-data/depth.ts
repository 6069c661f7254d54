import { amountFor, floorToPrecision, type Market, wholePrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { type Amount, amount, ZERO } from '#domain/units.ts'
import type { BookLevel } from '../exchange/commit-feed.ts'

/** A book after a commit: both sides best first, as deep as any reader needs. */
export interface Depth {
  /** The number of the newest commit that changed it. */
  readonly sequence: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** Both sides of a book, best price last. */
export interface BookSides {
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** Rows of the depth tables. */
export const DEPTH_ROWS = 11
/** Levels copied per side at most, however close they are. */
const LEVELS_MAX = 200
const MILLION = 1_000_000n

/** Copies the levels that the depth tables show and those that a market order may reach. */
export function copyDepth({ bids, asks }: BookSides, market: Market, stamp: { sequence: number; at: number }): Depth {
  return { ...stamp, bids: copySide(bids, market), asks: copySide(asks, market) }
}

function copySide(levels: readonly BookLevel[], market: Market): BookLevel[] {
  const copied: BookLevel[] = []
  const best = levels.at(-1)?.price ?? 0n
  const slack = (best * market.protectionBand) / MILLION
  const [lowest, highest] = [best - slack, best + slack]
  const end = Math.max(0, levels.length - LEVELS_MAX)
  for (let i = levels.length - 1; i >= end; i--) {
    const level = levels[i]
    if (!level) break
    const { price, volume } = level
    if (copied.length >= DEPTH_ROWS && (price < lowest || price > highest)) break
    copied.push({ price, volume })
  }
  return copied
}

const distance = (a: bigint, b: bigint) => (a < b ? b - a : a - b)

/** The middle between the best prices, not rounded to the tick; `undefined` if a side is empty. */
export function middleOf({ bids, asks }: Depth): bigint | undefined {
  const [bid] = bids
  const [ask] = asks
  return bid && ask ? (bid.price + ask.price) / 2n : undefined
}

export interface MarketOrderQuote {
  /** The part of the amount that the book can fill within the protection band. */
  readonly fillable: Amount
  /** The cost, rounded up, or the proceeds, rounded down. */
  readonly value: Amount
}

/** The fill that a market order of this amount would get on this book. */
export function quoteMarketOrder(
  depth: Depth,
  { market, side, quantity }: { market: Market; side: Side; quantity: Amount },
): MarketOrderQuote {
  const levels = side === 'BUY' ? depth.asks : depth.bids
  const [best] = levels
  const slack = best ? (best.price * market.protectionBand) / MILLION : 0n
  let fillable: Amount = ZERO
  let value: Amount = ZERO
  for (const level of levels) {
    if (!best || fillable === quantity || distance(level.price, best.price) > slack) break
    const wanted = amount(quantity - fillable)
    const part = smaller(level.volume, wanted)
    const worth = wholePrice({ quantity: part, unitPrice: level.price, market }, side === 'BUY' ? 'up' : 'down')
    fillable = amount(fillable + part)
    value = amount(value + worth)
  }
  return { fillable, value }
}

const smaller = (a: Amount, b: Amount): Amount => (a < b ? a : b)

/**
 * The largest amount of the base coin, at the precision that people type, that a market order can buy on this book without spending more
 * than `total`, and its cost.
 */
export function quoteSpend(
  depth: Depth,
  { market, total }: { market: Market; total: Amount },
): { quantity: Amount; cost: Amount } {
  let left = total
  let affordable: Amount = ZERO
  for (const { price: unitPrice, volume } of depth.asks) {
    const part = smaller(volume, amountFor({ total: left, unitPrice, market }))
    affordable = amount(affordable + part)
    left = amount(left - wholePrice({ quantity: part, unitPrice, market }, 'up'))
    if (part < volume) break
  }
  // The protection band may end before the money does.
  const { fillable } = quoteMarketOrder(depth, { market, side: 'BUY', quantity: affordable })
  const quantity = floorToPrecision(fillable, market.base)
  return { quantity, cost: quoteMarketOrder(depth, { market, side: 'BUY', quantity }).value }
}

/** Levels streamed per side. */
const STREAMED_LEVELS = 50

/** The part of a book that is streamed. */
export const streamedDepth = ({ bids, asks, ...stamp }: Depth): Depth => ({
  ...stamp,
  bids: bids.slice(0, STREAMED_LEVELS),
  asks: asks.slice(0, STREAMED_LEVELS),
})

/** The levels of one side that have changed; a removed level has volume zero. */
export function changedLevels(before: readonly BookLevel[], after: readonly BookLevel[]): BookLevel[] {
  const volumes = new Map<bigint, Amount>(before.map(({ price, volume }) => [price, volume]))
  const changed: BookLevel[] = []
  for (const level of after) {
    if (volumes.get(level.price) !== level.volume) changed.push(level)
    volumes.delete(level.price)
  }
  for (const { price } of before) if (volumes.has(price)) changed.push({ price, volume: ZERO })
  return changed
}
