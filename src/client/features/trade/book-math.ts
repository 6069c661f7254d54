import { fromCount, toCount } from '#domain/counts.ts'
import { divide, FINEST_DECIMALS, formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { amountFor, wholePrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { type Amount, amount, larger, PRICE_DECIMALS, type Price, price, smaller } from '#domain/units.ts'

/** A price level of the book. */
export interface BookLevel {
  readonly unitPrice: Price
  readonly volume: Amount
}

type Scale = { readonly decimals: number }

type Scales = { readonly base: Scale; readonly quote: Scale }
type Levels = { readonly levels: readonly BookLevel[]; readonly market: Scales }

/** The amount of the base coin that trades with these levels, best first, for at most `total` of the quote coin; at most their whole volume. */
export function amountWithin({ total, levels, market }: Levels & { total: Amount }): Amount {
  let left = total
  let traded = 0n
  for (const { unitPrice, volume } of levels) {
    const cost = wholePrice({ quantity: volume, unitPrice, market }, 'up')
    if (cost > left) return amount(traded + amountFor({ total: left, unitPrice, market }))
    traded += volume
    left = amount(left - cost)
  }
  return amount(traded)
}

/** A market order walked through the shown levels of the book. */
export interface Walk {
  readonly filled: Amount
  /** The average price of the filled part, rounded down; `undefined` if nothing is filled. */
  readonly average: Price | undefined
  readonly best: Price | undefined
}

export function walkBook({ quantity, levels }: { quantity: Amount; levels: readonly BookLevel[] }): Walk {
  let filled = 0n
  let weighed = 0n
  for (const { unitPrice, volume } of levels) {
    const taken = smaller(volume, amount(quantity - filled))
    filled += taken
    weighed += taken * unitPrice
    if (filled === quantity) break
  }
  const average = filled === 0n ? undefined : price(weighed / filled)
  return { filled: amount(filled), average, best: levels[0]?.unitPrice }
}

/** The amount that these levels, best first, trade at the limit or better. */
export function fillableAt({
  levels,
  unitPrice,
  side,
}: {
  levels: readonly BookLevel[]
  unitPrice: Price
  side: Side
}): Amount {
  let fillable = 0n
  for (const level of levels) {
    if (side === 'BUY' ? level.unitPrice > unitPrice : level.unitPrice < unitPrice) break
    fillable += level.volume
  }
  return amount(fillable)
}

interface BookMeasures {
  /** Best ask − best bid, decimal text. */
  readonly spread: string
  readonly mid: string
  /** The spread against the mid price in percent, three decimals. */
  readonly spreadPercent: string
}

type BookRow = { readonly unitPrice: string }

/** The spread between the two sides, best first; `undefined` if a side is empty. */
export function measureBook({
  bids,
  asks,
}: {
  bids: readonly BookRow[]
  asks: readonly BookRow[]
}): BookMeasures | undefined {
  const bid = bids[0] && parseDecimal(bids[0].unitPrice, PRICE_DECIMALS)
  const ask = asks[0] && parseDecimal(asks[0].unitPrice, PRICE_DECIMALS)
  if (bid === undefined || ask === undefined || ask < bid || ask === 0n) return undefined
  const mid = divide(bid + ask, 2n, 'down')
  return {
    spread: formatDecimal(ask - bid, PRICE_DECIMALS),
    mid: formatDecimal(mid, PRICE_DECIMALS),
    spreadPercent: formatDecimal(((ask - bid) * 100_000n) / mid, 3),
  }
}

/** The distance of a price from the market's: a multiple of it from twice on, otherwise percent above or below. */
export type FarPrice = { readonly kind: 'times' | 'above' | 'below'; readonly value: string }

/** `undefined` if either of the two is not a price. */
export function farPriceOf(unitPrice: string, marketPrice: string): FarPrice | undefined {
  const own = parseDecimal(unitPrice, PRICE_DECIMALS)
  const market = parseDecimal(marketPrice, PRICE_DECIMALS)
  if (own === undefined || !market) return undefined
  if (own >= 2n * market) return { kind: 'times', value: formatDecimal((own * 10n) / market, 1) }
  const away = own > market ? own - market : market - own
  return { kind: own > market ? 'above' : 'below', value: formatDecimal((away * 1000n) / market, 1) }
}

/** A level of the book as it is shown: its volume, its value, and the width of its bar in percent. */
export interface ShownLevel {
  readonly unitPrice: string
  readonly volume: string
  readonly wholePrice: string
  readonly executedPercent: number
}

const exact = (text: string) => parseDecimal(text, FINEST_DECIMALS) ?? 0n
export const sumOf = (texts: readonly string[]) =>
  formatDecimal(
    texts.reduce((sum, text) => sum + exact(text), 0n),
    FINEST_DECIMALS,
  )

/**
 * Merges the levels of one side, best first, whose prices round to the same multiple of `step`. Bids round down and asks up, so that the two sides
 * never cross and a taker at the shown price reaches the whole group.
 */
export function groupLevels(
  levels: readonly ShownLevel[],
  { step, side }: { step: Price; side: Side },
): readonly ShownLevel[] {
  const groups = new Map<bigint, ShownLevel[]>()
  for (const level of levels) {
    const price = parseDecimal(level.unitPrice, PRICE_DECIMALS) ?? 0n
    const at = divide(price, step, side === 'BUY' ? 'down' : 'up') * step
    groups.set(at, [...(groups.get(at) ?? []), level])
  }
  const merged = [...groups].map(([at, group]) => ({
    unitPrice: formatDecimal(at, PRICE_DECIMALS),
    volume: sumOf(group.map(({ volume }) => volume)),
    wholePrice: sumOf(group.map(({ wholePrice: value }) => value)),
  }))
  const deepest = merged.reduce((most, { volume }) => larger(most, amount(exact(volume))), amount(1n))
  return merged.map((level) => ({ ...level, executedPercent: toCount((exact(level.volume) * 100n) / deepest) }))
}

/**
 * The rows, best first, that contain one of these prices of the same side, by their own prices. A row of a grouped book contains all prices that are
 * rounded to it: those of bids down, those of asks up.
 */
export function rowsWith(
  prices: readonly string[],
  { levels, side }: { levels: readonly ShownLevel[]; side: Side },
): ReadonlySet<string> {
  const rows = prices.flatMap((text) => {
    const price = exact(text)
    const row = levels.find(({ unitPrice }) => (side === 'BUY' ? exact(unitPrice) <= price : exact(unitPrice) >= price))
    return row ? [row.unitPrice] : []
  })
  return new Set(rows)
}

/** The value of each level with all better ones, in the order of the levels. */
export function runningTotals(levels: readonly { readonly wholePrice: string }[]): readonly string[] {
  let sum = 0n
  return levels.map(({ wholePrice: value }) => {
    sum += exact(value)
    return formatDecimal(sum, FINEST_DECIMALS)
  })
}

const [WIDTH, HEIGHT] = [1000n, 400n]
/** Space above the deepest side. */
const TOP = 12n
/** The units of the picture's paths. */
export const PICTURE = { width: toCount(WIDTH), height: toCount(HEIGHT) } as const

/** A level in the picture, in its units, with the volume that waits there and at all better prices. */
export interface DepthPoint {
  readonly x: number
  readonly y: number
  readonly price: string
  readonly sum: string
}

interface DepthPicture {
  /** Paths of the two areas. */
  readonly bids: string
  readonly asks: string
  /** The levels of both sides, best first. */
  readonly points: { readonly bids: readonly DepthPoint[]; readonly asks: readonly DepthPoint[] }
  /** Round volumes at their heights. */
  readonly marks: readonly { readonly y: number; readonly volume: string }[]
  /** The prices at the picture's edges, and between the two sides. */
  readonly low: string
  readonly mid: string
  readonly high: string
}

/** The running volume of both sides by price, as areas; `undefined` if a side is empty. */
export function depthPicture({
  buyOrderBook,
  sellOrderBook,
}: {
  buyOrderBook: readonly ShownLevel[]
  sellOrderBook: readonly ShownLevel[]
}): DepthPicture | undefined {
  const mid = measureBook({ bids: buyOrderBook, asks: sellOrderBook })?.mid
  const [bids, asks] = [sumsOf(buyOrderBook), sumsOf(sellOrderBook)]
  const [lowest, highest] = [bids.at(-1), asks.at(-1)]
  if (mid === undefined || !lowest || !highest) return undefined
  const span = larger(price(highest.price - lowest.price), price(1n))
  const deepest = larger(amount(lowest.sum), amount(larger(amount(highest.sum), amount(1n))))
  const heightOf = (volume: bigint) => toCount(HEIGHT - (volume * (HEIGHT - TOP)) / deepest)
  const pointsOf = (levels: typeof bids): readonly DepthPoint[] =>
    levels.map((level) => ({
      x: toCount(((level.price - lowest.price) * WIDTH) / span),
      y: heightOf(level.sum),
      price: formatDecimal(level.price, PRICE_DECIMALS),
      sum: formatDecimal(level.sum, FINEST_DECIMALS),
    }))
  const points = { bids: pointsOf(bids), asks: pointsOf(asks) }
  return {
    bids: areaOf(points.bids, 0),
    asks: areaOf(points.asks, PICTURE.width),
    points,
    marks: roundVolumes(deepest).map((volume) => ({
      y: heightOf(volume),
      volume: formatDecimal(volume, FINEST_DECIMALS),
    })),
    low: formatDecimal(lowest.price, PRICE_DECIMALS),
    mid,
    high: formatDecimal(highest.price, PRICE_DECIMALS),
  }
}

function areaOf(points: readonly DepthPoint[], end: number): string {
  const steps = points.map(({ y }, at) => `H${points[at]?.x}V${y}`)
  return `M${points[0]?.x} ${PICTURE.height}${steps.join('')}H${end}V${PICTURE.height}Z`
}

/** Two to four multiples of a round volume, of which the largest is at most `most`. */
export function roundVolumes(most: bigint): readonly bigint[] {
  let tens = 1n
  while (most / tens >= 10n) tens *= 10n
  const step = [1n, 2n, 5n].map((times) => times * tens).find((each) => most / each <= 4n) ?? tens
  // Below two steps there would be one mark alone.
  const finer = most / step < 2n ? step / 2n : step
  return [1n, 2n, 3n, 4n].map((times) => times * finer).filter((volume) => volume > 0n && volume <= most)
}

function sumsOf(levels: readonly ShownLevel[]): readonly { readonly price: bigint; readonly sum: bigint }[] {
  let sum = 0n
  return levels.map(({ unitPrice, volume }) => {
    sum += exact(volume)
    return { price: parseDecimal(unitPrice, PRICE_DECIMALS) ?? 0n, sum }
  })
}

/** A share of a whole in percent, rounded down. */
export const shareOf = (whole: Amount | undefined, percent: number): Amount | undefined =>
  whole === undefined ? undefined : amount((whole * fromCount(percent)) / 100n)
