import { type Rejected, rejected } from '#contract/rejected.ts'
import { parseOrderAmount, parseUnitPrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import type { Price } from '#domain/units.ts'
import { fromEngine } from './from-engine.ts'
import { type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import type { Trader, Trading } from './trading.ts'

export interface OrderRequest {
  readonly marketType: string
  readonly side: Side
  readonly kind: 'LIMITED' | 'MARKET'
  readonly amount: string
  readonly unitPrice: string | undefined
  /** The client's key: unique per user. */
  readonly key: string
}

/**
 * Places a limit or market order. Refuses, in this order: MARKET_NOT_FOUND, MARKET_MAKER_NOT_ALLOWED,
 * UNIT_PRICE_REQUIRED, UNIT_PRICE_INVALID, UNACCEPTABLE_AMOUNT, AMOUNT_IS_LOW, AMOUNT_IS_HIGH,
 * IDEMPOTENCY_KEY_REUSED, MARKET_IS_NOT_ACTIVE, NO_LIQUIDITY, NOT_ENOUGH_BALANCE.
 */
export async function placeOrder(
  { exchange, catalogue, marketStateAt, quoteInToman, now }: Trading,
  trader: Trader,
  request: OrderRequest,
): Promise<OrderOnWire | Rejected> {
  const market = catalogue.marketBySymbol.get(request.marketType)
  if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
  if (request.kind === 'MARKET' && trader.supervisor) return rejected('MARKET_MAKER_NOT_ALLOWED')
  let unitPrice: Price | undefined
  if (request.kind === 'LIMITED') {
    if (request.unitPrice === undefined) return rejected('UNIT_PRICE_REQUIRED', { field: 'unitPrice' })
    unitPrice = parseUnitPrice(request.unitPrice, market)
    if (unitPrice === undefined) return rejected('UNIT_PRICE_INVALID', { field: 'unitPrice' })
  } else if (request.unitPrice !== undefined) return rejected('UNIT_PRICE_INVALID', { field: 'unitPrice' })
  const amount = parseOrderAmount(request.amount, market)
  if (typeof amount === 'string') return rejected(amount, { field: 'amount' })

  const { side, kind, key } = request
  const at = now()
  const result = await exchange.submit({
    type: 'placeOrder',
    userId: trader.userId,
    key,
    fingerprint: ['order', market.symbol, side, kind, amount, unitPrice ?? '-'].join(' '),
    at,
    marketId: market.id,
    side,
    unitPrice,
    amount,
    charges: trader.charges,
    quoteInToman: quoteInToman(market),
    clientOrderId: key,
    objection: marketStateAt(market, at).kind === 'open' ? undefined : 'MARKET_IS_NOT_ACTIVE',
  })
  const outcome = fromEngine(result)
  if (outcome.kind !== 'order') return outcome.rejected
  return orderOnWire(
    { ...outcome, id: outcome.orderId, side, kind, unitPrice, amount, clientOrderId: key, createdAt: outcome.at },
    market,
  )
}
