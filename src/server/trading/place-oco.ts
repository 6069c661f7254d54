import type * as z from 'zod/mini'
import type { placeOco as placeOcoEndpoint } from '#contract/order-changes.ts'
import { type Rejected, rejectAmount, rejected, rejectPrice } from '#contract/rejected.ts'
import { type Market, parseOrderAmount, parseUnitPrice } from '#domain/market.ts'
import type { OrderOnWire } from './order-on-wire.ts'
import { readExpiry, withoutRules } from './place-order.ts'
import type { Trader, Trading } from './trading.ts'

/** The body of a call, with its key. */
interface OcoRequest extends Omit<z.output<typeof placeOcoEndpoint.body>, 'clientOrderId'> {
  /** The customer has confirmed the warning of a stop whose limit is far worse than its stop price. */
  readonly force: boolean
  readonly key: string
}

/**
 * Places both legs of an OCO order, or neither. Refuses, in this order: MARKET_NOT_FOUND, MARKET_MAKER_NOT_ALLOWED, UNIT_PRICE_INVALID,
 * STOP_PRICE_INVALID, UNACCEPTABLE_AMOUNT (text that is no such figure).
 */
export async function placeOco(
  { catalogue }: Trading,
  { supervisor }: Trader,
  request: OcoRequest,
): Promise<[OrderOnWire, OrderOnWire] | Rejected> {
  const market = catalogue.marketBySymbol.get(request.marketType)
  if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
  if (supervisor) return rejected('MARKET_MAKER_NOT_ALLOWED')
  const figures = readFigures(request, market)
  return 'code' in figures ? figures : rejected('UNAVAILABLE')
}

/** The rules of the market are left to the engine: a repeat gets its first answer even if it breaks those of today. */
function readFigures(request: OcoRequest, market: Market) {
  const rules = withoutRules(market)
  const unitPrice = parseUnitPrice(request.unitPrice, rules)
  if (unitPrice === undefined) return rejectPrice('UNIT_PRICE_INVALID', market)
  const stopUnitPrice = parseUnitPrice(request.stopUnitPrice, rules)
  if (stopUnitPrice === undefined) return rejectPrice('UNIT_PRICE_INVALID', market, 'stopUnitPrice')
  const stopPrice = parseUnitPrice(request.stopPrice, rules)
  if (stopPrice === undefined) return rejectPrice('STOP_PRICE_INVALID', market)
  const quantity = parseOrderAmount(request.amount, rules)
  if (typeof quantity === 'string')
    return rejectAmount(quantity, { coin: market.base, min: market.minAmount, max: market.maxAmount })
  const expiresAt = readExpiry(request.expiresAt)
  if (expiresAt === 'INVALID') return rejected('EXPIRY_INVALID', { field: 'expiresAt' })
  return { unitPrice, stopUnitPrice, stopPrice, amount: quantity, expiresAt }
}
