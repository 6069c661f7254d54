import { divide, formatDecimal, parseDecimal, powerOfTen } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import { MILLION, type Ppm, PRICE_DECIMALS, type Price, price } from '#domain/units.ts'
import type { Quote, Quotes } from '#server/providers/prices/prices.ts'

/** The quick-trade quote of one market, from one answer of the feed. */
export interface QuickTradeQuote {
  /** The price that the customer pays per whole coin. */
  readonly buy: Price
  /** The price that the customer receives per whole coin. */
  readonly sell: Price
  /** The middle between the two, without the spread and not rounded to the tick. */
  readonly middle: Price
  /** Signed percent of the last 24 hours; `undefined` if the feed does not say. */
  readonly change24hPercent: string | undefined
  /** The time of the oldest figure behind it, milliseconds since 1970. */
  readonly at: number
}

const ONE = powerOfTen(PRICE_DECIMALS)
/** Percent with four decimals are parts per million. */
const PERCENT_DECIMALS = 4

/** A price derived from others: the product of some, divided by the product of others. */
interface Rate {
  readonly times: readonly Quote[]
  readonly over: readonly Quote[]
}

/**
 * The quick-trade prices of one market. Every rounding favours the exchange by less than one tick: the buy price is rounded up, the sell
 * price down. `undefined` if the feed does not know a coin, or the price is below one tick.
 */
export function quickTradeQuote(quotes: Quotes, market: Market, spread: Ppm): QuickTradeQuote | undefined {
  const { buy: dollarBuy, sell: dollarSell } = quotes.tomanPerUsd
  const dearest = rateOf(quotes, market, { timesDollar: dollarBuy, overDollar: dollarSell })
  const cheapest = rateOf(quotes, market, { timesDollar: dollarSell, overDollar: dollarBuy })
  if (!dearest || !cheapest) return undefined
  const high = worthOf(dearest, 'up')
  const low = worthOf(cheapest, 'down')
  const buy = toTick(divide(high * (MILLION + spread), MILLION, 'up'), market.tick, 'up')
  const sell = toTick(divide(low * (MILLION - spread), MILLION, 'down'), market.tick, 'down')
  if (sell === 0n) return undefined
  return {
    buy,
    sell,
    middle: price((high + low) / 2n),
    change24hPercent: changeOf(dearest),
    at: Math.min(...[...dearest.times, ...dearest.over].map(({ at }) => at.getTime())),
  }
}

/** The nearest price on the market's tick in the given direction, or `value` itself. */
export function toTick(value: bigint, tick: Price, direction: 'up' | 'down'): Price {
  return price(divide(value, tick, direction) * tick)
}

/** The way in which the market's price is derived from the feed's quotes. */
function rateOf(
  quotes: Quotes,
  { base, quote }: Market,
  { timesDollar, overDollar }: { timesDollar: Quote; overDollar: Quote },
): Rate | undefined {
  const inDollars = (symbol: string) => quotes.usdPerCoin.get(symbol)
  const tether = inDollars('TETHER')
  const coin = inDollars(base.symbol)
  if (base.symbol === 'GOLD') {
    if (quote.symbol === 'TOMAN') return { times: [quotes.tomanPerGoldGram], over: [] }
    return tether && { times: [quotes.tomanPerGoldGram], over: [overDollar, tether] }
  }
  if (quote.symbol === 'TOMAN') return coin && { times: [coin, timesDollar], over: [] }
  return coin && tether && { times: [coin], over: [tether] }
}

function worthOf({ times, over }: Rate, direction: 'up' | 'down'): bigint {
  const product = (quotes: readonly Quote[]) => quotes.reduce((sum, quote) => sum * quote.price, 1n)
  // Each factor carries the scale of a price, and one scale must remain.
  const dividend = product(times) * ONE ** BigInt(over.length + 1)
  const divisor = product(over) * ONE ** BigInt(times.length)
  return divide(dividend, divisor, direction)
}

function changeOf({ times, over }: Rate): string | undefined {
  let growth = MILLION
  for (const quote of times) {
    const factor = growthOf(quote)
    if (factor === undefined) return undefined
    growth = (growth * factor) / MILLION
  }
  for (const quote of over) {
    const factor = growthOf(quote)
    if (factor === undefined) return undefined
    growth = (growth * MILLION) / factor
  }
  return formatDecimal((growth - MILLION) / 100n, PERCENT_DECIMALS - 2)
}

/** The factor of the last 24 hours in parts per million; `undefined` if unknown or if the price fell to zero. */
function growthOf({ change24hPercent }: Quote): bigint | undefined {
  if (change24hPercent === undefined) return undefined
  const falls = change24hPercent.startsWith('-')
  const size = parseDecimal(falls ? change24hPercent.slice(1) : change24hPercent, PERCENT_DECIMALS)
  if (size === undefined) return undefined
  const growth = MILLION + (falls ? -size : size)
  return growth > 0n ? growth : undefined
}
