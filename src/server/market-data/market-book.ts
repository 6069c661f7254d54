import type { Market } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { type Amount, type Ppm, type Price, ZERO } from '#domain/units.ts'
import type { BookLevel } from '../exchange/commit-feed.ts'
import { type BookSides, copyDepth, type Depth } from './depth.ts'

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

  /** The number of the newest commit that changed it. */
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

  /** Starts from the snapshot of a commit. */
  replace({ bids, asks }: BookSides, stamp: BookStamp): void {
    this.#bids = [...bids]
    this.#asks = [...asks]
    this.#stampWith(stamp)
  }

  /** Sets the volume of a price as of this commit. Returns whether anything changed. */
  change({ side, price, volume }: { side: Side; price: Price; volume: Amount }, stamp: BookStamp): boolean {
    const levels = side === 'BUY' ? this.#bids : this.#asks
    const place = placeOf(levels, side, price)
    const standing = levels[place]?.price === price ? levels[place] : undefined
    if ((standing?.volume ?? ZERO) === volume) return false
    if (!standing) levels.splice(place, 0, { price, volume })
    else if (volume === ZERO) levels.splice(place, 1)
    else levels[place] = { price, volume }
    this.#stampWith(stamp)
    return true
  }

  #stampWith({ number, at }: BookStamp): void {
    this.#sequence = number
    this.#at = at
    this.#depth = undefined
  }
}

interface BookStamp {
  readonly number: number
  readonly at: number
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
