import { TOMAN } from '#domain/coin.ts'
import { parseDecimal, powerOfTen } from '#domain/decimal.ts'
import { floorToPrecision, type Market, wholePrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { type Amount, amount, type Price, price } from '#domain/units.ts'
import type { WantedOrder } from '../market-maker/ladder.ts'

/** The view of a market by a simulated trader. */
export interface MarketView {
  readonly market: Market
  /** The feed's price. */
  readonly middle: Price
  readonly last: Price | undefined
  readonly bestBid: Price | undefined
  readonly bestAsk: Price | undefined
  /** The base coin held beyond the loan, in parts per thousand of the loan; negative: too little. */
  readonly surplusPermille: bigint
}

/** The value of the median order, in whole quote coins. */
const MEDIAN_WORTH = { toman: '3000000', tether: '26' }
/** The spread of sizes: of a hundred orders some ten exceed five times the median, one exceeds fifteen. */
const SIZE_SPREAD = 1.2
const SIZE_PERMILLE_MIN = 40
const SIZE_PERMILLE_MAX = 25_000
/**
 * How far beyond the best price an order may reach, and the greatest distance from the feed at which it may trade, in parts per thousand.
 */
const REACH_PERMILLE = 2n
const AWAY_PERMILLE = 10n
/** The greatest weights of the reasons that influence a decision, in parts per thousand. */
const FOLLOWS_PRICE_MAX = 250n
const FOLLOWS_FUNDS_MAX = 200n

/** The next order of a simulated trader: it follows the feed more often than not and sells surplus coins. `undefined` if no order fits. */
export function drawOrder(view: MarketView, chance: Chance): WantedOrder | undefined {
  const side = drawSide(view, chance)
  const unitPrice = reachOf(view, side)
  if (unitPrice === undefined) return undefined
  return { side, unitPrice, amount: drawAmount(view, chance) }
}

function drawSide({ middle, last = middle, surplusPermille }: MarketView, chance: Chance): Side {
  // A difference of a tenth of a percent between feed and last price has the full weight.
  const byPrice = bounded(((middle - last) * FOLLOWS_PRICE_MAX * 1_000n) / middle, FOLLOWS_PRICE_MAX)
  const byFunds = bounded(surplusPermille, FOLLOWS_FUNDS_MAX)
  const buyPermille = 500n + byPrice - byFunds
  return BigInt(Math.floor(chance.even() * 1_000)) < buyPermille ? 'BUY' : 'SELL'
}

/** The worst acceptable price. */
function reachOf({ market: { tick }, middle, bestBid, bestAsk }: MarketView, side: Side): Price | undefined {
  const best = side === 'BUY' ? bestAsk : bestBid
  if (best === undefined) return undefined
  const sign = side === 'BUY' ? 1n : -1n
  const away = ((best - middle) * 1_000n * sign) / middle
  if (away > AWAY_PERMILLE) return undefined
  const reach = (best * (1_000n + sign * REACH_PERMILLE)) / 1_000n
  const onTick = (reach / tick) * tick
  return price(side === 'BUY' ? onTick : onTick > 0n ? onTick : tick)
}

function drawAmount({ market, middle }: MarketView, chance: Chance): Amount {
  const { base, quote, minAmount, maxAmount } = market
  const median = parseDecimal(quote.symbol === TOMAN ? MEDIAN_WORTH.toman : MEDIAN_WORTH.tether, quote.decimals) ?? 1n
  const permille = Math.round(1_000 * Math.exp(SIZE_SPREAD * chance.normal()))
  const worth = (median * BigInt(Math.max(SIZE_PERMILLE_MIN, Math.min(SIZE_PERMILLE_MAX, permille)))) / 1_000n
  const whole = amount(powerOfTen(base.decimals))
  const quantity = (worth * whole) / wholePrice({ quantity: whole, unitPrice: middle, market }, 'up')
  // Every other order has a round figure, as people choose it.
  const named = floorToPrecision(amount(chance.even() < 0.5 ? twoDigits(quantity) : quantity), base)
  if (named < minAmount) return minAmount
  if (named > maxAmount) return maxAmount
  return named
}

function twoDigits(quantity: bigint): bigint {
  let unit = 1n
  while (quantity / unit >= 100n) unit *= 10n
  return (quantity / unit) * unit
}

const bounded = (value: bigint, most: bigint) => (value > most ? most : value < -most ? -most : value)

/** Random draws that depend on a seed alone. */
interface Chance {
  /** Uniform from 0 up to 1. */
  even(): number
  /** Normal around 0 with a standard deviation of 1. */
  normal(): number
  /** The wait until the next of independent events, of this length on average. */
  waitMs(meanMs: number): number
}

/** The number of uniform draws whose sum is nearly normal. */
const NORMAL_PARTS = 12

export function createChance(seed: number): Chance {
  let state = seed | 0
  const even = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    even,
    normal() {
      let sum = -NORMAL_PARTS / 2
      for (let part = 0; part < NORMAL_PARTS; part++) sum += even()
      return sum
    },
    waitMs: (meanMs) => Math.round(-Math.log(1 - even()) * meanMs),
  }
}
