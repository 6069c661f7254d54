import { type Coin, parseAmount, TOMAN, TOMAN_DECIMALS } from './coin.ts'
import { divide, formatDecimal, parseDecimal, powerOfTen } from './decimal.ts'
import type { MarketHours } from './market-state.ts'
import type { Side } from './order.ts'
import { type Amount, amount, MILLION, type Ppm, PRICE_DECIMALS, type Price, ppm, price } from './units.ts'

export interface Market {
  readonly id: number
  /** `GOLD_TOMAN`: the base coin that is traded, then the quote coin that it is priced in. */
  readonly symbol: string
  readonly base: Coin
  readonly quote: Coin
  /** Every unit price is a positive multiple of it. */
  readonly tick: Price
  readonly minAmount: Amount
  readonly maxAmount: Amount
  /** The least value of an order at its own limit, in the quote coin. A market order has no limit and never stays on the book. */
  readonly minTotal: Amount
  /** Open orders that one user may have at a time, on the book or waiting for their price. */
  readonly openOrdersMax: number
  readonly active: boolean
  readonly hours: MarketHours
  /** The greatest distance from the best price that a market order may reach. */
  readonly protectionBand: Ppm
  /** How much worse than the market a limit price may be before a second confirmation is required. */
  readonly forceWarning: Ppm
  /** The bounds of a limit price in relation to the reference price: no confirmation lifts them. */
  readonly limitPriceMin: Ppm
  readonly limitPriceMax: Ppm
  /** Since when it is in the lists. Absent where nothing but trading is known of a market, as in the engine. */
  readonly listedAt?: Date
}

/** The settings of a market that operators may change while it trades. Its coins never change. */
export type MarketSettings = Pick<
  Market,
  | 'tick'
  | 'minAmount'
  | 'maxAmount'
  | 'minTotal'
  | 'openOrdersMax'
  | 'active'
  | 'hours'
  | 'protectionBand'
  | 'forceWarning'
  | 'limitPriceMin'
  | 'limitPriceMax'
>

/** 10¹⁵ of the quote coin for one of the base coin: above any price, and small enough that any resulting value fits into thirty digits. */
export const UNIT_PRICE_MAX = powerOfTen(15 + PRICE_DECIMALS)

/** Reads typed text as a unit price of this market: a positive multiple of its tick below the maximum, or `undefined`. */
export function parseUnitPrice(text: string, market: Pick<Market, 'tick'>): Price | undefined {
  const parsed = parseDecimal(text, PRICE_DECIMALS)
  if (parsed === undefined || parsed <= 0n || parsed > UNIT_PRICE_MAX || parsed % market.tick !== 0n) return undefined
  return price(parsed)
}

/** The refusals of an order that breaks a rule of its market. */
const ORDER_MISFITS = [
  'UNIT_PRICE_INVALID',
  'STOP_PRICE_INVALID',
  'TRAILING_DISTANCE_INVALID',
  'TRAILING_LIMIT_INVALID',
  'AMOUNT_IS_LOW',
  'AMOUNT_IS_HIGH',
  'TOTAL_IS_LOW',
] as const
export type OrderMisfit = (typeof ORDER_MISFITS)[number]

export const isOrderMisfit = (code: string): code is OrderMisfit => ORDER_MISFITS.some((misfit) => misfit === code)

/**
 * The first rule of a market that an order breaks: its prices are multiples of the tick, the distance of a trailing stop is within its
 * bounds, its limit is at its stop price or beyond where both follow the market, its amount is within the bounds, and its total is not below
 * the minimum. @param isDistanceKept an amendment leaves the stop price as the market may have moved it: the distance was accepted before
 */
export function misfitOf(
  figures: Figures,
  market: OrderRules,
  { isDistanceKept = false }: { readonly isDistanceKept?: boolean } = {},
): OrderMisfit | undefined {
  const { unitPrice, stopPrice, amount } = figures
  const { tick, minAmount, maxAmount } = market
  if (unitPrice !== undefined && unitPrice % tick !== 0n) return 'UNIT_PRICE_INVALID'
  if (stopPrice !== undefined && stopPrice % tick !== 0n) return 'STOP_PRICE_INVALID'
  if (!isDistanceKept && isTrailingDistanceWrong(figures, market)) return 'TRAILING_DISTANCE_INVALID'
  if (isTrailingLimitWrong(figures)) return 'TRAILING_LIMIT_INVALID'
  if (amount < minAmount) return 'AMOUNT_IS_LOW'
  if (amount > maxAmount) return 'AMOUNT_IS_HIGH'
  return isTotalLow({ unitPrice, amount }, market) ? 'TOTAL_IS_LOW' : undefined
}

/** A limit on the other side of its stop price could fall to nothing with it. */
export const isTrailingLimitWrong = ({ trailingDistance, ...prices }: Omit<Figures, 'amount'>): boolean =>
  trailingDistance !== undefined && isBehindStop(prices)

/** Whether the limit of a stop does not reach its own stop price, so that a triggered order may wait in the book. */
export const isBehindStop = ({
  side,
  unitPrice,
  stopPrice,
}: Pick<Figures, 'side' | 'unitPrice' | 'stopPrice'>): boolean =>
  unitPrice !== undefined && stopPrice !== undefined && (side === 'BUY' ? unitPrice < stopPrice : unitPrice > stopPrice)

/** The distance of a trailing stop is between a thousandth and a half of its stop price. */
const TRAILING_DISTANCE_MIN = ppm(1_000n)
const TRAILING_DISTANCE_MAX = ppm(500_000n)

/**
 * The bounds of a trailing stop's distance at the stop price that its user sets, each a multiple of the tick: a nearer one would be
 * triggered by the market's noise, a farther one by no fall that matters. They do not follow the stop price when the market moves it.
 */
export function trailingDistanceBounds(
  stopPrice: Price,
  { tick }: Pick<Market, 'tick'>,
): { readonly min: Price; readonly max: Price } {
  const min = divide(stopPrice * TRAILING_DISTANCE_MIN, MILLION * tick, 'up') * tick
  const max = divide(stopPrice * TRAILING_DISTANCE_MAX, MILLION * tick, 'down') * tick
  return { min: price(min), max: price(max) }
}

/** The farthest distance with which a trailing stop can begin: a multiple of the tick, and a half of the stop price that it makes itself. */
export function farthestTrailingDistance(
  last: Price,
  { side, tick }: Pick<Figures, 'side'> & Pick<Market, 'tick'>,
): Price {
  const share = side === 'BUY' ? MILLION - TRAILING_DISTANCE_MAX : MILLION + TRAILING_DISTANCE_MAX
  return price(divide(last * TRAILING_DISTANCE_MAX, share * tick, 'down') * tick)
}

/** Whether a trailing stop's distance leaves those bounds, or is no multiple of the tick. */
export function isTrailingDistanceWrong(
  { stopPrice, trailingDistance }: Pick<Figures, 'stopPrice' | 'trailingDistance'>,
  market: Pick<Market, 'tick'>,
): boolean {
  if (stopPrice === undefined || trailingDistance === undefined) return false
  const { min, max } = trailingDistanceBounds(stopPrice, market)
  return trailingDistance < min || trailingDistance > max || trailingDistance % market.tick !== 0n
}

/**
 * The first price of an OCO order that lies on the wrong side of the market: to sell, its limit must be above the last price and the best
 * price of the other side, and its stop price below the last price; to buy, the other way round. Before the first trade of a market the
 * stop price is compared with the limit. A price that is not typed yet fits. @param best the best price of the other side
 */
export function ocoMisfitOf(
  { side, unitPrice, stopPrice }: { readonly side: Side } & Pick<Figures, 'unitPrice' | 'stopPrice'>,
  { last, best }: { readonly last: Price | undefined; readonly best: Price | undefined },
): { readonly field: 'unitPrice' | 'stopPrice'; readonly marketPrice: Price | undefined } | undefined {
  const isBeyond = (one: Price, other: Price) => (side === 'SELL' ? one > other : one < other)
  for (const marketPrice of [last, best])
    if (unitPrice !== undefined && marketPrice !== undefined && !isBeyond(unitPrice, marketPrice))
      return { field: 'unitPrice', marketPrice }
  const bound = last ?? unitPrice
  if (bound === undefined || stopPrice === undefined || isBeyond(bound, stopPrice)) return undefined
  return { field: 'stopPrice', marketPrice: last }
}

type OrderRules = Pick<Market, 'tick' | 'minAmount' | 'maxAmount' | 'minTotal'> & Scales

/** Whether an order is worth less at its limit than its market accepts. */
export const isTotalLow = (
  { unitPrice, amount: quantity }: Pick<Figures, 'unitPrice' | 'amount'>,
  market: Pick<Market, 'minTotal'> & Scales,
): boolean => unitPrice !== undefined && wholePrice({ quantity, unitPrice, market }, 'down') < market.minTotal

/** The bounds of a limit price at this reference price, each a valid multiple of the tick. */
export function limitPriceBounds(
  reference: Price,
  { tick, limitPriceMin, limitPriceMax }: Pick<Market, 'tick' | 'limitPriceMin' | 'limitPriceMax'>,
): { readonly min: Price; readonly max: Price } {
  const min = divide(reference * limitPriceMin, MILLION * tick, 'up') * tick
  const max = divide(reference * limitPriceMax, MILLION * tick, 'down') * tick
  return { min: price(min), max: price(max) }
}

interface Figures {
  readonly side: Side
  readonly unitPrice: Price | undefined
  readonly stopPrice: Price | undefined
  readonly trailingDistance: Price | undefined
  readonly amount: Amount
}

export type AmountError = 'UNACCEPTABLE_AMOUNT' | 'AMOUNT_IS_LOW' | 'AMOUNT_IS_HIGH'

/** Reads typed text as an order's amount within the market's bounds, or returns the first fault. */
export function parseOrderAmount(
  text: string,
  market: Pick<Market, 'base' | 'minAmount' | 'maxAmount'>,
): Amount | AmountError {
  const parsed = parseAmount(text, market.base)
  if (parsed === undefined || parsed === 0n) return 'UNACCEPTABLE_AMOUNT'
  if (parsed < market.minAmount) return 'AMOUNT_IS_LOW'
  if (parsed > market.maxAmount) return 'AMOUNT_IS_HIGH'
  return parsed
}

type Scales = { readonly base: Pick<Coin, 'decimals'>; readonly quote: Pick<Coin, 'decimals'> }

/**
 * The value of `quantity` of the base coin at `unitPrice`, in base units of the quote coin. 'up' for holds, so that a hold is never one
 * unit short; 'down' for the payment of a fill.
 */
export function wholePrice(
  { quantity, unitPrice, market }: { quantity: Amount; unitPrice: Price; market: Scales },
  direction: 'up' | 'down',
): Amount {
  const exponent = market.base.decimals + PRICE_DECIMALS - market.quote.decimals
  const product = quantity * unitPrice
  return amount(exponent >= 0 ? divide(product, powerOfTen(exponent), direction) : product * powerOfTen(-exponent))
}

/** The inverse: the amount of the base coin that `total` buys at `unitPrice`, rounded down so that `total` is never exceeded. */
export function amountFor({ total, unitPrice, market }: { total: Amount; unitPrice: Price; market: Scales }): Amount {
  const exponent = market.base.decimals + PRICE_DECIMALS - market.quote.decimals
  return amount(
    exponent >= 0 ? (total * powerOfTen(exponent)) / unitPrice : total / (unitPrice * powerOfTen(-exponent)),
  )
}

/** The largest multiple of the coin's typed precision that is not above `quantity`. */
export function floorToPrecision(quantity: Amount, coin: Pick<Coin, 'decimals' | 'precision'>): Amount {
  const step = powerOfTen(coin.decimals - coin.precision)
  return amount(quantity - (quantity % step))
}

interface Traded {
  readonly executed: Amount
  readonly executedValue: Amount
}

/** The average price of one coin, rounded down to the scale of prices; `undefined` before any trade. */
export function averagePrice(
  { executed, executedValue }: Traded,
  { base, quote }: { base: { readonly decimals: number }; quote: { readonly decimals: number } },
): Price | undefined {
  if (executed === 0n) return undefined
  const exponent = base.decimals + PRICE_DECIMALS - quote.decimals
  const scaled = exponent >= 0 ? executedValue * powerOfTen(exponent) : executedValue / powerOfTen(-exponent)
  return price(scaled / executed)
}

/** The decimals of a price of this market: those of its tick. */
export const priceDecimals = ({ tick }: Pick<Market, 'tick'>): number =>
  formatDecimal(tick, PRICE_DECIMALS).split('.')[1]?.length ?? 0

/** An average price as text, cut to the decimals of the market's prices: it has up to eight, which nobody reads. */
export function averageText(average: Price, market: Pick<Market, 'tick'>): string {
  const decimals = priceDecimals(market)
  return formatDecimal(average / powerOfTen(PRICE_DECIMALS - decimals), decimals)
}

/**
 * Whether the displayed total is amount × price. It may be rounded to the quote coin's displayed precision, up or down; the charge is the
 * exact product.
 */
export function totalFits(
  shownTotal: string,
  { amount, unitPrice, market }: { amount: Amount; unitPrice: Price; market: Market },
): boolean {
  const { quote } = market
  const shown = parseDecimal(shownTotal, quote.decimals)
  if (shown === undefined) return false
  const exact = wholePrice({ quantity: amount, unitPrice, market }, 'up')
  const slack = powerOfTen(quote.decimals - quote.precision)
  return shown >= exact - slack && shown <= exact + slack
}

/**
 * The value in Toman of an amount of a market's quote coin, rounded down. `undefined` if the quote coin is not Toman and its price is
 * unknown. @param quoteInToman Toman per whole quote coin; not read if the quote coin is Toman itself
 */
export function valueInToman(
  value: Amount,
  { quote, quoteInToman }: { quote: Pick<Coin, 'symbol' | 'decimals'>; quoteInToman: Price | undefined },
): Amount | undefined {
  if (quote.symbol === TOMAN) return value
  if (quoteInToman === undefined) return undefined
  const market = { base: quote, quote: { decimals: TOMAN_DECIMALS } }
  return wholePrice({ quantity: value, unitPrice: quoteInToman, market }, 'down')
}
