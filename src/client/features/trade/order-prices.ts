import { fromCount } from '#domain/counts.ts'
import { divide, formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { parseUnitPrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { PRICE_DECIMALS, type Price, price } from '#domain/units.ts'
import type { FormKind } from './order.commands.ts'

/** A distance from the price is typed as a price or in percent of it. */
export const DISTANCE_UNITS = ['PERCENT', 'PRICE'] as const
type DistanceUnit = (typeof DISTANCE_UNITS)[number]

/** The fields of the form that its prices depend on. Each figure is ASCII decimal text, or empty. */
export interface PriceFields {
  readonly side: Side
  readonly kind: FormKind
  readonly price: string
  /** The market's last price is suggested for a limit until the user types or takes a price, or leaves the field empty. */
  readonly priceFrom: 'nobody' | 'market' | 'user'
  readonly stopPrice: string
  /** The limit of the stop of an OCO order, whose other limit is the price. */
  readonly stopUnitPrice: string
  /** From the market to the stop price of a trailing stop, and from there to its limit. */
  readonly distance: string
  readonly gap: string
  readonly distanceIn: DistanceUnit
}

export const NO_PRICE = { price: '', priceFrom: 'nobody' } as const

/** Whether the market's last price is to be suggested: other orders with a limit are placed away from it. */
export const wantsPrice = ({ kind, priceFrom }: Pick<PriceFields, 'kind' | 'priceFrom'>) =>
  kind === 'LIMIT' && priceFrom === 'nobody'

/** The prices of an order, as far as its form says them. */
export interface OrderPrices {
  readonly unitPrice: Price | undefined
  readonly stopPrice: Price | undefined
  readonly stopUnitPrice: Price | undefined
  readonly trailingDistance: Price | undefined
}

const NO_PRICES: OrderPrices = {
  unitPrice: undefined,
  stopPrice: undefined,
  stopUnitPrice: undefined,
  trailingDistance: undefined,
}

interface Market {
  readonly tick: Price
  /** The market's last price on the tick; `undefined` while it is not known. */
  readonly last: Price | undefined
}

export function pricesOf(form: PriceFields, market: Market): OrderPrices {
  if (form.kind === 'MARKET') return NO_PRICES
  if (form.kind === 'TRAILING') return trailingPrices(form, market)
  return {
    ...NO_PRICES,
    unitPrice: parseUnitPrice(form.price, market),
    stopPrice: form.kind === 'LIMIT' ? undefined : parseUnitPrice(form.stopPrice, market),
    stopUnitPrice: form.kind === 'OCO' ? parseUnitPrice(form.stopUnitPrice, market) : undefined,
  }
}

/** The price at which funds are held: those of an OCO order are held once, and suffice for either leg. */
export function payingPrice(
  { kind, side }: Pick<PriceFields, 'kind' | 'side'>,
  { unitPrice, stopUnitPrice }: OrderPrices,
): Price | undefined {
  if (kind !== 'OCO' || side === 'SELL') return unitPrice
  if (unitPrice === undefined || stopUnitPrice === undefined) return undefined
  return unitPrice > stopUnitPrice ? unitPrice : stopUnitPrice
}

/** A trailing stop begins at its distance from the last price, its limit behind it; below the market to sell, above it to buy. */
function trailingPrices(form: PriceFields, market: Market): OrderPrices {
  const trailingDistance = readDistance(form.distance, form, market)
  const gap = isNothing(form.gap) ? 0n : readDistance(form.gap, form, market)
  if (trailingDistance === undefined || market.last === undefined) return { ...NO_PRICES, trailingDistance }
  const beyond = (from: Price, by: bigint) => positive(form.side === 'BUY' ? from + by : from - by)
  const stopPrice = beyond(market.last, trailingDistance)
  const unitPrice = stopPrice === undefined || gap === undefined ? undefined : beyond(stopPrice, gap)
  return { ...NO_PRICES, trailingDistance, stopPrice, unitPrice }
}

const positive = (value: bigint): Price | undefined => (value > 0n ? price(value) : undefined)

/** Whether a field has no number: nothing, or zero. */
export const isNothing = (text: string) => /^[0.]*$/.test(text)

/** Decimals of a distance in percent of the price. */
export const PERCENT_OF_PRICE_DECIMALS = 2

/** A distance as a price: typed as one, or as a percentage of the last price, which is rounded to the tick and is at least one tick. */
export function readDistance(
  text: string,
  { distanceIn }: Pick<PriceFields, 'distanceIn'>,
  { tick, last }: Market,
): Price | undefined {
  if (distanceIn === 'PRICE') return parseUnitPrice(text, { tick })
  const percent = parseDecimal(text, PERCENT_OF_PRICE_DECIMALS)
  if (!percent || last === undefined) return undefined
  const ticks = divide(last * percent, tick * 10_000n, 'down')
  return price(ticks > 0n ? ticks * tick : tick)
}

/** The price, rounded down to the market's tick: a last price may come from a feed without ticks. */
export function toTick(text: string, { tick }: Pick<Market, 'tick'>): string {
  const given = parseUnitPrice(text, { tick: FINEST })
  return given === undefined || given < tick ? text : formatDecimal(given - (given % tick), PRICE_DECIMALS)
}

/** The finest possible tick, for reading any price. */
const FINEST = price(1n)

/** Moves a price by some ticks, up or down, but never to zero. A price off the tick first moves to the next tick in that direction. */
export function stepPrice(text: string, { by, rules }: { by: number; rules: Pick<Market, 'tick'> }): string {
  const { tick } = rules
  const from = parseUnitPrice(text, { tick: FINEST })
  if (from === undefined) return text
  const off = from % tick
  const start = by > 0 || off === 0n ? from - off : from - off + tick
  const next = start + tick * fromCount(by)
  return next <= 0n ? text : formatDecimal(next, PRICE_DECIMALS)
}
