import { fromCount, toCount } from '#domain/counts.ts'
import { powerOfTen } from '#domain/decimal.ts'
import { isTotalLow, type Market, wholePrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { type Amount, amount, MILLION, type Ppm, type Price, price } from '#domain/units.ts'
import type { MakerStrategy } from '../../store/trading/maker-strategies.ts'

/** The settings of a strategy that shape its ladder. */
export type LadderSettings = Pick<MakerStrategy, 'halfSpread' | 'step' | 'levels' | 'levelWorth'>

/**
 * The prices that a maker may quote in one market: fixed rungs, each with an index that grows with the price. They do not move with the
 * middle, so that a small move changes one rung at either end rather than all of them.
 */
export interface Ladder {
  readonly anchor: Price
  /** The distance between two rungs: a multiple of the tick, at least one. */
  readonly spacing: bigint
  /** The strategy's step with which it was built. */
  readonly step: Ppm
}

/** A place on the ladder: `depth` counts the rungs from the side's nearest one outwards. */
export interface LadderPlace {
  readonly side: Side
  readonly index: number
  readonly depth: number
}

export interface WantedOrder {
  readonly side: Side
  readonly unitPrice: Price
  readonly amount: Amount
}

export function buildLadder(market: Market, middle: Price, { step }: LadderSettings): Ladder {
  const spacing = (middle * step) / MILLION / market.tick
  return {
    anchor: price((middle / market.tick) * market.tick),
    spacing: (spacing > 0n ? spacing : 1n) * market.tick,
    step,
  }
}

/**
 * Whether a new ladder is needed: the middle is so far from the anchor that rungs of the old width no longer suit it, the step has changed,
 * or the rungs are off the present tick.
 */
export function hasOutgrown(
  ladder: Ladder,
  { middle, step, tick }: { middle: Price; step: Ppm; tick: Price },
): boolean {
  const { anchor, spacing } = ladder
  if (ladder.step !== step || anchor % tick !== 0n || spacing % tick !== 0n) return true
  const distance = middle > anchor ? middle - anchor : anchor - middle
  return distance * 10n > anchor
}

/** The nearest rung of a side that is at least `share` away from the middle. */
export function nearestIndex(
  ladder: Ladder,
  { side, middle, share }: { side: Side; middle: Price; share: Ppm },
): number {
  const gap = (middle * share) / MILLION
  if (side === 'BUY') return floorIndex(ladder, middle - gap)
  return -floorIndex(ladder, 2n * ladder.anchor - (middle + gap))
}

/** The rung of a price, or `undefined` for a price between the rungs. */
export function indexOf({ anchor, spacing }: Ladder, unitPrice: Price): number | undefined {
  const distance = unitPrice - anchor
  return distance % spacing === 0n ? toCount(distance / spacing) : undefined
}

/** The highest rung that is not above `at`. */
function floorIndex({ anchor, spacing }: Ladder, at: bigint): number {
  const distance = at - anchor
  const down = distance < 0n && distance % spacing !== 0n ? 1n : 0n
  return toCount(distance / spacing - down)
}

/** The order for a rung. `undefined` if its price would be zero, or its amount or its total below the market's minimum. */
export function orderAt(
  { market, ladder, settings }: { market: Market; ladder: Ladder; settings: LadderSettings },
  place: LadderPlace,
): WantedOrder | undefined {
  const unitPrice = price(ladder.anchor + ladder.spacing * fromCount(place.index))
  if (unitPrice <= 0n) return undefined
  const worth = (settings.levelWorth * livelinessPercent(market.id, place)) / 100n
  const whole = amount(powerOfTen(market.base.decimals))
  const worthOfOne = wholePrice({ quantity: whole, unitPrice, market }, 'up')
  const amountStep = powerOfTen(market.base.decimals - market.base.precision)
  const quantity = ((worth * whole) / worthOfOne / amountStep) * amountStep
  const bounded = amount(quantity > market.maxAmount ? market.maxAmount : quantity)
  if (bounded < market.minAmount || isTotalLow({ unitPrice, amount: bounded }, market)) return undefined
  return { side: place.side, unitPrice, amount: bounded }
}

/** Varies the sizes: deeper levels hold more, neighbours differ, and the same rung always holds the same. */
function livelinessPercent(marketId: number, { index, depth }: LadderPlace): bigint {
  let bits = Math.imul(index ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(marketId + 1, 0xc2b2ae35)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  const chance = ((bits ^ (bits >>> 13)) >>> 0) % 90
  return BigInt((55 + chance) * (10 + 4 * depth)) / 10n
}

/**
 * The price around which the maker quotes: the market's middle while the inventory is on target, lower with too much of the base coin, so
 * that others buy rather than sell, and higher with too little. Rounded down.
 */
export function skewMiddle(
  middle: Price,
  { skew, inventoryTarget, inventoryBand }: Pick<MakerStrategy, 'skew' | 'inventoryTarget' | 'inventoryBand'>,
  inventory: Amount,
): Price {
  const surplus: bigint = inventory - inventoryTarget
  const bounded = surplus > inventoryBand ? inventoryBand : surplus < -inventoryBand ? -inventoryBand : surplus
  return price((middle * (MILLION * inventoryBand - skew * bounded)) / (MILLION * inventoryBand))
}
