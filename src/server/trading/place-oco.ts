import type * as z from 'zod/mini'
import type { placeOco as placeOcoEndpoint } from '#contract/order-changes.ts'
import { type Rejected, rejectBand, rejected, rejectPrice } from '#contract/rejected.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { limitPriceBounds, type Market, ocoMisfitOf, parseOrderAmount, parseUnitPrice } from '#domain/market.ts'
import { PLAIN_TERMS, type Side } from '#domain/order.ts'
import { type Amount, PRICE_DECIMALS, type Price } from '#domain/units.ts'
import type { Answer } from '../exchange/exchange.ts'
import { readOrder } from '../store/trading/orders.ts'
import { fromEngine, type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import { readExpiry, withoutRules } from './place-order.ts'
import type { Trader, Trading } from './trading.ts'

/** The body of a call, with its key. */
interface OcoRequest extends Omit<z.output<typeof placeOcoEndpoint.body>, 'clientOrderId'> {
  /** The customer has confirmed the warning of a stop whose limit is far worse than its stop price. */
  readonly force: boolean
  readonly key: string
}

interface Figures {
  readonly unitPrice: Price
  readonly stopUnitPrice: Price
  readonly stopPrice: Price
  readonly amount: Amount
  readonly expiresAt: number | undefined
}

/**
 * Places both legs of an OCO order, or neither. Refuses, in this order: MARKET_NOT_FOUND, MARKET_MAKER_NOT_ALLOWED, UNIT_PRICE_INVALID,
 * STOP_PRICE_INVALID, UNACCEPTABLE_AMOUNT, EXPIRY_INVALID (text that is no such figure or time), IDEMPOTENCY_KEY_REUSED, what the engine's
 * `placeOco` refuses. @returns the legs as they are now
 */
export async function placeOco(
  trading: Trading,
  { userId, supervisor, charges }: Trader,
  request: OcoRequest,
): Promise<[OrderOnWire, OrderOnWire] | Rejected> {
  const { database, exchange, catalogue } = trading
  const market = catalogue.marketBySymbol.get(request.marketType)
  if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
  if (supervisor) return rejected('MARKET_MAKER_NOT_ALLOWED')
  const figures = readFigures(request, market)
  if ('code' in figures) return figures

  const { side, key, force, selfTradePrevention = PLAIN_TERMS.selfTradePrevention } = request
  const { amount, unitPrice, stopPrice, stopUnitPrice, expiresAt = '-' } = figures
  const asked = [side, market.id, amount, unitPrice, stopPrice, stopUnitPrice, expiresAt, selfTradePrevention]
  const result = await exchange.submit({
    type: 'placeOco',
    userId,
    key,
    fingerprint: ['OCO', ...asked].join(' '),
    marketId: market.id,
    side,
    ...figures,
    selfTradePrevention,
    charges,
    quoteInToman: trading.quoteInToman(market),
    clientOrderId: key,
    warnsOfPrice: !force,
    referencePrice: trading.referencePrice(market),
  })
  const fault = result.kind === 'refused' ? priceFaultOf(result, { ...figures, side, market }) : undefined
  if (fault) return fault
  const outcome = fromEngine(result, { market, unitPrice })
  if (outcome.kind !== 'order') return outcome.rejected
  const profit = await readOrder(database, { userId, orderId: outcome.orderId })
  const linked = profit?.linkedOrderId
  const stop = linked === undefined ? undefined : await readOrder(database, { userId, orderId: linked })
  if (!profit || !stop) throw new Error(`the OCO order ${outcome.orderId} was placed and has no two rows`)
  return [orderOnWire(profit, market), orderOnWire(stop, market)]
}

/** The rules of the market are left to the engine: a repeat gets its first answer even if it breaks those of today. */
function readFigures(request: OcoRequest, market: Market): Figures | Rejected {
  const rules = withoutRules(market)
  const unitPrice = parseUnitPrice(request.unitPrice, rules)
  if (unitPrice === undefined) return rejectPrice('UNIT_PRICE_INVALID', market)
  const stopUnitPrice = parseUnitPrice(request.stopUnitPrice, rules)
  if (stopUnitPrice === undefined) return rejectPrice('UNIT_PRICE_INVALID', market, 'stopUnitPrice')
  const stopPrice = parseUnitPrice(request.stopPrice, rules)
  if (stopPrice === undefined) return rejectPrice('STOP_PRICE_INVALID', market)
  const amount = parseOrderAmount(request.amount, rules)
  if (typeof amount === 'string') return rejected('UNACCEPTABLE_AMOUNT', { field: 'amount' })
  const expiresAt = readExpiry(request.expiresAt)
  if (expiresAt === 'INVALID') return rejected('EXPIRY_INVALID', { field: 'expiresAt' })
  return { unitPrice, stopUnitPrice, stopPrice, amount, expiresAt }
}

/** The refusal that names which of the three prices is wrong; `undefined` if it is about something else. */
function priceFaultOf(
  { code, marketPrice }: Extract<Answer, { kind: 'refused' }>,
  asked: Figures & { readonly side: Side; readonly market: Market },
): Rejected | undefined {
  const { unitPrice, market } = asked
  if (code === 'UNIT_PRICE_INVALID')
    return rejectPrice(code, market, unitPrice % market.tick === 0n ? 'stopUnitPrice' : 'unitPrice')
  if (code === 'UNIT_PRICE_OUT_OF_BAND' && marketPrice !== undefined) {
    const { min, max } = limitPriceBounds(marketPrice, market)
    const field = unitPrice < min || unitPrice > max ? 'unitPrice' : 'stopUnitPrice'
    return rejectBand(asked[field], { reference: marketPrice, market }, field)
  }
  if (code !== 'OCO_PRICES_INVALID') return undefined
  const { field = 'stopPrice' } = ocoMisfitOf(asked, { last: marketPrice, best: undefined }) ?? {}
  const details = marketPrice && { marketPrice: formatDecimal(marketPrice, PRICE_DECIMALS), coin: market.quote.symbol }
  return rejected(code, { field, details })
}
