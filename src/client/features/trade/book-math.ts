import { divide, formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { amountFor, wholePrice } from '#domain/market.ts'
import { type Amount, amount, PRICE_DECIMALS, type Price } from '#domain/units.ts'

/** A price level of the book. */
export interface AskLevel {
  readonly unitPrice: Price
  readonly volume: Amount
}

type Scale = { readonly decimals: number }

/** The amount of the base coin that `total` of the quote coin buys from these asks, best first; at most their whole volume. */
export function amountBuyable({
  total,
  asks,
  market,
}: {
  total: Amount
  asks: readonly AskLevel[]
  market: { readonly base: Scale; readonly quote: Scale }
}): Amount {
  let left = total
  let bought = 0n
  for (const { unitPrice, volume } of asks) {
    const cost = wholePrice({ quantity: volume, unitPrice, market }, 'up')
    if (cost > left) return amount(bought + amountFor({ total: left, unitPrice, market }))
    bought += volume
    left = amount(left - cost)
  }
  return amount(bought)
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
type FarPrice = { readonly kind: 'times' | 'above' | 'below'; readonly value: string }

/** `undefined` if either of the two is not a price. */
export function farPriceOf(unitPrice: string, marketPrice: string): FarPrice | undefined {
  const own = parseDecimal(unitPrice, PRICE_DECIMALS)
  const market = parseDecimal(marketPrice, PRICE_DECIMALS)
  if (own === undefined || !market) return undefined
  if (own >= 2n * market) return { kind: 'times', value: formatDecimal((own * 10n) / market, 1) }
  const away = own > market ? own - market : market - own
  return { kind: own > market ? 'above' : 'below', value: formatDecimal((away * 1000n) / market, 1) }
}
