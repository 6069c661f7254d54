import { type Rejected, rejectAmount, rejected, rejectPrice } from '#contract/rejected.ts'
import { parseUnitPrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { isNearPresent, QUOTE_LOCK_MS } from '#domain/quote-lock.ts'
import { priceChanged, readQuickTradeAmount } from './quick-trade.ts'
import type { Trader, Trading } from './trading.ts'

export interface PriceRequest {
  readonly marketType: string
  readonly side: Side
  readonly amount: string
  readonly unitPrice: string
}

/**
 * Keeps the price that a confirmation shows to a customer if it is the present one, was so a moment ago and is close to it, or is no better
 * for the customer. Refuses, in this order: MARKET_NOT_FOUND, MARKET_MAKER_NOT_ALLOWED, UNACCEPTABLE_AMOUNT, AMOUNT_IS_LOW, AMOUNT_IS_HIGH,
 * UNIT_PRICE_INVALID, PRICE_STALE, PRICE_CHANGED.
 */
export function lockPrice(
  { catalogue, quotes, keptPrices, now }: Trading,
  { userId, supervisor }: Trader,
  { marketType, side, ...text }: PriceRequest,
): { readonly quote: string; readonly expiresAt: string } | Rejected {
  const market = catalogue.marketBySymbol.get(marketType)
  if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
  if (supervisor) return rejected('MARKET_MAKER_NOT_ALLOWED')
  const amount = readQuickTradeAmount(text.amount, market)
  if (typeof amount === 'string') return rejectAmount(amount, { coin: market.base, ...market.base.quickTrade })
  const price = parseUnitPrice(text.unitPrice, market)
  if (price === undefined) return rejectPrice('UNIT_PRICE_INVALID', market)
  const present = quotes.quoteFor(market, side)
  if (present === 'stale') return rejected('PRICE_STALE')
  const isNoBetter = side === 'BUY' ? price >= present.price : price <= present.price
  const shownUntil = quotes.honouredUntil(market, { side, price, nowMs: now() }) ?? 0
  // More of its time is left than a lock takes: it was replaced no longer ago than the network may need.
  const wasJustShown = shownUntil - now() >= QUOTE_LOCK_MS && isNearPresent({ former: price, present: present.price })
  if (!isNoBetter && !wasJustShown) return priceChanged({ quotes }, market, side)
  const { id, goodUntil } = keptPrices.keep({ userId, marketId: market.id, side, amount, price })
  return { quote: id, expiresAt: new Date(goodUntil).toISOString() }
}
