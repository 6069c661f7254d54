import { Rejected, rejected } from '#contract/rejected.ts'
import { isOrderMisfit, type Market } from '#domain/market.ts'
import { PLAIN_TERMS } from '#domain/order.ts'
import { fromEngine } from './from-engine.ts'
import { type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import { type OrderRequest, type ReadOrder, readOrder, withoutRules } from './read-order.ts'
import { type Trader, type Trading, wasExecuted } from './trading.ts'

/**
 * Places a limit, market or stop-limit order. Refuses, in this order: MARKET_NOT_FOUND, MARKET_IS_NOT_ACTIVE, what `readOrder` refuses,
 * IDEMPOTENCY_KEY_REUSED, UNIT_PRICE_OUT_OF_BAND, EXPIRY_INVALID (in the past), TOO_MANY_OPEN_ORDERS, NO_LIQUIDITY, POST_ONLY_WOULD_TRADE,
 * FILL_OR_KILL_NOT_FILLABLE, NOT_ENOUGH_BALANCE, and, unless `force` is set, the warning of a price far worse than the market. The command
 * is queued before this first waits, unless the order breaks its market's rules, so that orders placed in one go arrive in their order.
 */
export async function placeOrder(
  trading: Trading,
  trader: Trader,
  request: OrderRequest,
): Promise<OrderOnWire | Rejected> {
  const market = trading.catalogue.marketBySymbol.get(request.marketType)
  if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
  const read = (rules: Market) => readOrder(request, { market: rules, supervisor: trader.supervisor })
  const fitting = read(market)
  // A repeat gets its first answer, even if the order breaks the rules of today.
  const isRepeat = isMisfit(fitting) && (await wasExecuted(trading, trader, request.key))
  const order = isRepeat ? read(withoutRules(market)) : fitting
  if (order instanceof Rejected) return isOpenNow(trading, market) ? order : rejected('MARKET_IS_NOT_ACTIVE')

  const { unitPrice, amount, terms } = order
  const { side, kind, key } = request
  const result = await trading.exchange.submit({
    type: 'placeOrder',
    userId: trader.userId,
    key,
    fingerprint: fingerprintOf(request, { market, order }),
    marketId: market.id,
    side,
    unitPrice,
    amount,
    charges: trader.charges,
    quoteInToman: trading.quoteInToman(market),
    clientOrderId: key,
    terms,
    warnsOfPrice: kind === 'LIMITED' && request.force !== true,
    referencePrice: trading.referencePrice(market),
  })
  const outcome = fromEngine(result, { market, unitPrice })
  if (outcome.kind !== 'order') return outcome.rejected
  return orderOnWire(
    {
      ...outcome,
      id: outcome.orderId,
      side,
      kind,
      unitPrice,
      amount,
      terms,
      clientOrderId: key,
      createdAt: outcome.at,
    },
    market,
  )
}

const isMisfit = (read: ReadOrder | Rejected) => read instanceof Rejected && isOrderMisfit(read.code)

/** Serves the precedence of refusals alone: the engine decides about the hours when it applies the order. */
const isOpenNow = ({ marketStateAt, now }: Trading, market: Market) => marketStateAt(market, now()).kind === 'open'

/** The request as text. `force` is not part of it, since the answer to the warning is the same order again. */
function fingerprintOf({ side, kind }: OrderRequest, { market, order }: { market: Market; order: ReadOrder }): string {
  const { amount, unitPrice, terms } = order
  const asked = [side, kind, market.id, amount, unitPrice ?? '-']
  if (terms === PLAIN_TERMS) return asked.join(' ')
  const { stopPrice = '-', expiresAt = '-', timeInForce, postOnly, selfTradePrevention } = terms
  return [...asked, stopPrice, expiresAt, timeInForce, postOnly ? 'post-only' : '-', selfTradePrevention].join(' ')
}
