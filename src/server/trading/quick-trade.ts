import { Rejected, rejected } from '#contract/rejected.ts'
import { parseAmount } from '#domain/coin.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { FEE_QUICK_TRADE, feeOn } from '#domain/fee.ts'
import { type Market, parseUnitPrice } from '#domain/market.ts'
import type { Side } from '#domain/order.ts'
import { PLAIN_TERMS } from '#domain/order-terms.ts'
import { totalFits } from '#domain/total-fits.ts'
import { type Amount, PRICE_DECIMALS, type Price, amount as units } from '#domain/units.ts'
import { fromEngine } from './from-engine.ts'
import { type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import { type ChosenDestination, type DestinationRequest, readDestination } from './read-destination.ts'
import type { Trader, Trading } from './trading.ts'

export interface QuickTradeRequest extends DestinationRequest {
  readonly marketType: string
  readonly side: Side
  readonly amount: string
  /** The price that the customer saw. */
  readonly unitPrice: string
  readonly totalPrice: string
  /** In percent, as the customer saw it. */
  readonly wage?: string | undefined
  readonly sourceCoin?: string | undefined
  readonly destinationCoin?: string | undefined
  readonly key: string
}

export interface RaisedWithdrawal {
  readonly tokenType: string
  readonly destinationWallet: string
  readonly amount: string
  readonly networkFee: string
}

/**
 * Trades with the house at the price the customer saw, while it is at most ten seconds old.
 * Refuses, in this order: MARKET_NOT_FOUND, MARKET_MAKER_NOT_ALLOWED, UNACCEPTABLE_AMOUNT, AMOUNT_IS_LOW,
 * AMOUNT_IS_HIGH, UNIT_PRICE_INVALID, TOTAL_MISMATCH, WAGE_CHANGED, what `readDestination` refuses,
 * IDEMPOTENCY_KEY_REUSED, WITHDRAWAL_DISABLED, MARKET_IS_NOT_ACTIVE, PRICE_STALE, PRICE_CHANGED, NOT_ENOUGH_BALANCE,
 * HOUSE_LIMIT_REACHED.
 */
export async function quickTrade(
  trading: Trading,
  trader: Trader,
  request: QuickTradeRequest,
): Promise<(OrderOnWire & { withdrawal?: RaisedWithdrawal }) | Rejected> {
  const market = trading.catalogue.marketBySymbol.get(request.marketType)
  if (!market) return rejected('MARKET_NOT_FOUND', { field: 'marketType' })
  const { sourceCoin = market.quote.symbol, destinationCoin = market.base.symbol } = request
  if (sourceCoin !== market.quote.symbol) return rejected('MARKET_NOT_FOUND', { field: 'sourceCoin' })
  if (destinationCoin !== market.base.symbol) return rejected('MARKET_NOT_FOUND', { field: 'destinationCoin' })
  if (trader.supervisor) return rejected('MARKET_MAKER_NOT_ALLOWED')
  const amount = readAmount(request.amount, market)
  if (typeof amount === 'string') return rejected(amount, { field: 'amount' })
  const unitPrice = parseUnitPrice(request.unitPrice, market)
  if (unitPrice === undefined) return rejected('UNIT_PRICE_INVALID', { field: 'unitPrice' })
  if (!totalFits(request.totalPrice, { amount, unitPrice, market }))
    return rejected('TOTAL_MISMATCH', { field: 'totalPrice' })
  if (!wageFits(request.wage)) return rejected('WAGE_CHANGED', { field: 'wage' })
  const destination = readDestination(request, {
    coin: market.base,
    bought: amount,
    transfers: trading.transfers,
  })
  if (destination instanceof Rejected) return destination
  return carryOut(trading, trader, { ...request, market, amount, unitPrice, destination })
}

interface ReadTrade extends Pick<QuickTradeRequest, 'side' | 'key'> {
  readonly market: Market
  readonly amount: Amount
  readonly unitPrice: Price
  readonly destination: ChosenDestination | undefined
}

async function carryOut(
  trading: Trading,
  { userId, charges }: Trader,
  { market, side, amount, unitPrice, destination, key }: ReadTrade,
): Promise<(OrderOnWire & { withdrawal?: RaisedWithdrawal }) | Rejected> {
  const at = trading.now()
  const objection = objectionTo(trading, { market, side, unitPrice, destination, nowMs: at })
  const sentTo = destination ? [destination.tokenType, destination.address] : []
  const result = await trading.exchange.submit({
    type: 'quickTrade',
    userId,
    key,
    fingerprint: ['quick', market.symbol, side, amount, unitPrice, ...sentTo].join(' '),
    at,
    marketId: market.id,
    side,
    amount,
    unitPrice,
    charges: { taker: FEE_QUICK_TRADE, maker: FEE_QUICK_TRADE, inviterId: charges.inviterId },
    quoteInToman: trading.quoteInToman(market),
    destination,
    objection: objection?.code,
  })
  if (objection?.code === 'PRICE_CHANGED' && result.kind === 'refused' && result.code === 'PRICE_CHANGED')
    return rejected('PRICE_CHANGED', { details: { unitPrice: formatDecimal(objection.price, PRICE_DECIMALS) } })
  const outcome = fromEngine(result)
  if (outcome.kind !== 'order') return outcome.rejected
  const made = {
    ...outcome,
    id: outcome.orderId,
    side,
    kind: 'EXCHANGE',
    terms: PLAIN_TERMS,
    clientOrderId: key,
  } as const
  const order = orderOnWire({ ...made, unitPrice, amount, createdAt: outcome.at }, market)
  return destination ? { ...order, withdrawal: withdrawalOnWire(destination, { market, bought: amount }) } : order
}

function withdrawalOnWire(
  { tokenType, address, networkFee }: ChosenDestination,
  { market: { base }, bought }: { market: Market; bought: Amount },
): RaisedWithdrawal {
  const leaving = units(bought - feeOn(bought, FEE_QUICK_TRADE))
  return {
    tokenType,
    destinationWallet: address,
    amount: formatDecimal(leaving, base.decimals),
    networkFee: formatDecimal(networkFee, base.decimals),
  }
}

/** Parts per million are percent with four decimals. */
const PERCENT_DECIMALS = 4

const wageFits = (percent: string | undefined) =>
  percent === undefined || parseDecimal(percent, PERCENT_DECIMALS) === FEE_QUICK_TRADE

type AmountComplaint = 'UNACCEPTABLE_AMOUNT' | 'AMOUNT_IS_LOW' | 'AMOUNT_IS_HIGH'

function readAmount(text: string, { base }: Market): Amount | AmountComplaint {
  const amount = parseAmount(text, base)
  if (amount === undefined || amount === 0n) return 'UNACCEPTABLE_AMOUNT'
  if (amount < base.quickTrade.min) return 'AMOUNT_IS_LOW'
  if (amount > base.quickTrade.max) return 'AMOUNT_IS_HIGH'
  return amount
}

type TradeObjection =
  | { readonly code: 'WITHDRAWAL_DISABLED' | 'MARKET_IS_NOT_ACTIVE' | 'PRICE_STALE' }
  | { readonly code: 'PRICE_CHANGED'; readonly price: Price }

function objectionTo(
  { quotes, marketStateAt }: Trading,
  shown: {
    market: Market
    side: Side
    unitPrice: Price
    destination: ChosenDestination | undefined
    nowMs: number
  },
): TradeObjection | undefined {
  const { market, side, unitPrice, destination, nowMs } = shown
  if (destination && !destination.isServed) return { code: 'WITHDRAWAL_DISABLED' }
  if (marketStateAt(market, nowMs).kind !== 'open') return { code: 'MARKET_IS_NOT_ACTIVE' }
  const quote = quotes.quoteFor(market, side)
  if (quote === 'stale') return { code: 'PRICE_STALE' }
  if (quotes.wasQuoted(market, { side, price: unitPrice, nowMs })) return undefined
  return { code: 'PRICE_CHANGED', price: quote.price }
}
