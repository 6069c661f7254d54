import { divide } from '#domain/decimal.ts'
import { amountFor, floorToPrecision, type Market, wholePrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { type Amount, amount, MILLION, type Ppm, type Price, price, smaller, ZERO } from '#domain/units.ts'
import type { BookChange, BookLevel, BookSnapshot } from '../exchange/commit-feed.ts'

/** The volume that a price had before a commit. */
export interface BookUndo extends Omit<BookChange, 'marketId'> {
  /** The number of the commit. */
  readonly number: number
}

/** One market's book, built from the commits. */
export class MarketBook {
  readonly #market: Market
  /** Best price last, so that a change near it moves nothing else. */
  #bids: BookLevel[] = []
  #asks: BookLevel[] = []
  #sequence = 0
  #at = 0
  #depth: Depth | undefined
  /** The protection band for which the depth was made; operators may change it while the market trades. */
  #band: Ppm | undefined

  constructor(market: Market) {
    this.#market = market
  }

  /** The number of the commit that changed it last, or with which the writer rebuilt its memory: the same in every process. */
  get sequence(): number {
    return this.#sequence
  }

  /** Built on the first request after a change, as deep as any reader needs. */
  get depth(): Depth {
    const { protectionBand } = this.#market
    if (this.#band !== protectionBand) this.#depth = undefined
    this.#band = protectionBand
    const stamp = { sequence: this.#sequence, at: this.#at }
    this.#depth ??= copyDepth({ bids: this.#bids, asks: this.#asks }, this.#market, stamp)
    return this.#depth
  }

  /** The best levels of both sides, best first. */
  top(levels: number): Depth {
    const best = (side: readonly BookLevel[]) => side.slice(-levels).reverse()
    return { sequence: this.#sequence, at: this.#at, bids: best(this.#bids), asks: best(this.#asks) }
  }

  /** The best rows of both sides in steps of `step`. Unlike a copy of the best levels, they reach as far as the book does. */
  grouped(step: Price): Depth {
    const bids = groupSide(this.#bids, { step, rounding: 'down' })
    return { sequence: this.#sequence, at: this.#at, bids, asks: groupSide(this.#asks, { step, rounding: 'up' }) }
  }

  /** Starts from the snapshot of a commit. */
  replace({ bids, asks, number, at }: Omit<BookSnapshot, 'marketId'>): void {
    this.#bids = [...bids]
    this.#asks = [...asks]
    this.#stampWith({ number, at })
  }

  /** Sets the volume of a price as of this commit. Returns the volume before. */
  change({ side, price, volume }: Omit<BookChange, 'marketId'>, stamp: { number: number; at: number }): BookUndo {
    const levels = side === 'BUY' ? this.#bids : this.#asks
    const place = placeOf(levels, side, price)
    const standing = levels[place]?.price === price ? levels[place] : undefined
    if (standing && volume === ZERO) levels.splice(place, 1)
    else if (standing) levels[place] = { price, volume }
    else if (volume !== ZERO) levels.splice(place, 0, { price, volume })
    this.#stampWith(stamp)
    return { number: stamp.number, side, price, volume: standing?.volume ?? ZERO }
  }

  #stampWith({ number, at }: { number: number; at: number }): void {
    this.#sequence = number
    this.#at = at
    this.#depth = undefined
  }
}

/** The index of a price, or where it would be inserted: the first level that is not worse. */
function placeOf(levels: readonly BookLevel[], side: Side, price: Price): number {
  let low = 0
  let high = levels.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const standing = levels[middle]
    if (standing && (side === 'BUY' ? standing.price < price : standing.price > price)) low = middle + 1
    else high = middle
  }
  return low
}

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

/**
 * Merges the levels whose prices round to the same multiple of `step`. Bids round down and asks up, so that the two sides never cross and a taker at
 * the shown price reaches the whole row. @param levels best price last
 */
function groupSide(
  levels: readonly BookLevel[],
  { step, rounding }: { step: Price; rounding: 'up' | 'down' },
): BookLevel[] {
  const rows: BookLevel[] = []
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]
    if (!level) break
    const at = price(divide(level.price, step, rounding) * step)
    const row = rows.at(-1)
    if (row?.price === at) rows[rows.length - 1] = { price: at, volume: amount(row.volume + level.volume) }
    else if (rows.length === DEPTH_ROWS) break
    else rows.push({ price: at, volume: level.volume })
  }
  return rows
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

/**
 * The largest amount of the base coin, at the precision that people type, whose market order on this book costs at most `total`, or brings at most
 * that much, and its value.
 */
export function quoteTotal(
  depth: Depth,
  { market, side, total }: { market: Market; side: Side; total: Amount },
): { quantity: Amount; value: Amount } {
  const rounded = side === 'BUY' ? 'up' : 'down'
  let left = total
  let traded: Amount = ZERO
  for (const { price: unitPrice, volume } of side === 'BUY' ? depth.asks : depth.bids) {
    const part = smaller(volume, amountFor({ total: left, unitPrice, market }))
    traded = amount(traded + part)
    left = amount(left - wholePrice({ quantity: part, unitPrice, market }, rounded))
    if (part < volume) break
  }
  // The protection band may end before the total is reached.
  const { fillable } = quoteMarketOrder(depth, { market, side, quantity: traded })
  const quantity = floorToPrecision(fillable, market.base)
  return { quantity, value: quoteMarketOrder(depth, { market, side, quantity }).value }
}
