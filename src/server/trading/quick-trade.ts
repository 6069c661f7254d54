import { type Rejected, rejected } from '#contract/rejected.ts'
import { parseAmount } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { FEE_QUICK_TRADE } from '#domain/fee.ts'
import { type Market, parseUnitPrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { PLAIN_TERMS } from '#domain/order-terms.ts'
import { totalFits } from '#domain/total-fits.ts'
import { type Amount, PRICE_DECIMALS, type Price } from '#domain/units.ts'
import { fromEngine } from './from-engine.ts'
import { type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import type { Trader, Trading } from './trading.ts'

export interface QuickTradeRequest {
  readonly marketType: string
  readonly side: Side
  readonly amount: string
  /** The price that the customer saw. */
  readonly unitPrice: string
  readonly totalPrice: string
  readonly key: string
}

/**
 * Trades with the house at the price the customer saw, while it is at most ten seconds old.
 * Refuses, in this order: MARKET_NOT_FOUND, MARKET_MAKER_NOT_ALLOWED, UNACCEPTABLE_AMOUNT, AMOUNT_IS_LOW,
 * AMOUNT_IS_HIGH, UNIT_PRICE_INVALID, TOTAL_MISMATCH, IDEMPOTENCY_KEY_REUSED, MARKET_IS_NOT_ACTIVE, PRICE_STALE,
 * PRICE_CHANGED, NOT_ENOUGH_BALANCE, HOUSE_LIMIT_REACHED.
 */
export async function quickTrade(
  trading: Trading,
  trader: Trader,
  request: QuickTradeRequest,
): Promise<OrderOnWire | Rejected> {
  const market = trading.catalogue.marketBySymbol.get(request.marketType)
  if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
  if (trader.supervisor) return rejected('MARKET_MAKER_NOT_ALLOWED')
  const amount = readAmount(request.amount, market)
  if (typeof amount === 'string') return rejected(amount, { field: 'amount' })
  const unitPrice = parseUnitPrice(request.unitPrice, market)
  if (unitPrice === undefined) return rejected('UNIT_PRICE_INVALID', { field: 'unitPrice' })
  if (!totalFits(request.totalPrice, { amount, unitPrice, market }))
    return rejected('TOTAL_MISMATCH', { field: 'totalPrice' })

  const { side, key } = request
  const at = trading.now()
  const objection = objectionTo(trading, { market, side, unitPrice, nowMs: at })
  const result = await trading.exchange.submit({
    type: 'quickTrade',
    userId: trader.userId,
    key,
    fingerprint: ['quick', market.symbol, side, amount, unitPrice].join(' '),
    at,
    marketId: market.id,
    side,
    amount,
    unitPrice,
    charges: { taker: FEE_QUICK_TRADE, maker: FEE_QUICK_TRADE, inviterId: trader.charges.inviterId },
    quoteInToman: trading.quoteInToman(market),
    objection: objection?.code,
  })
  if (objection?.code === 'PRICE_CHANGED' && result.kind === 'refused' && result.code === 'PRICE_CHANGED')
    return rejected('PRICE_CHANGED', { details: { unitPrice: formatDecimal(objection.price, PRICE_DECIMALS) } })
  const outcome = fromEngine(result)
  if (outcome.kind !== 'order') return outcome.rejected
  return orderOnWire(
    {
      ...outcome,
      id: outcome.orderId,
      side,
      kind: 'EXCHANGE',
      unitPrice,
      amount,
      terms: PLAIN_TERMS,
      clientOrderId: key,
      createdAt: outcome.at,
    },
    market,
  )
}

type AmountComplaint = 'UNACCEPTABLE_AMOUNT' | 'AMOUNT_IS_LOW' | 'AMOUNT_IS_HIGH'

function readAmount(text: string, { base }: Market): Amount | AmountComplaint {
  const amount = parseAmount(text, base)
  if (amount === undefined || amount === 0n) return 'UNACCEPTABLE_AMOUNT'
  if (amount < base.quickTrade.min) return 'AMOUNT_IS_LOW'
  if (amount > base.quickTrade.max) return 'AMOUNT_IS_HIGH'
  return amount
}

type PriceObjection =
  | { readonly code: 'MARKET_IS_NOT_ACTIVE' | 'PRICE_STALE' }
  | { readonly code: 'PRICE_CHANGED'; readonly price: Price }

function objectionTo(
  { quotes, marketStateAt }: Trading,
  shown: { market: Market; side: Side; unitPrice: Price; nowMs: number },
): PriceObjection | undefined {
  const { market, side, unitPrice, nowMs } = shown
  if (marketStateAt(market, nowMs).kind !== 'open') return { code: 'MARKET_IS_NOT_ACTIVE' }
  const quote = quotes.quoteFor(market, side)
  if (quote === 'stale') return { code: 'PRICE_STALE' }
  if (quotes.wasQuoted(market, { side, price: unitPrice, nowMs })) return undefined
  return { code: 'PRICE_CHANGED', price: quote.price }
}
