import type * as z from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'
import type { Order, Trade } from '#contract/orders.ts'
import {
  type Rejected,
  rejectAmount,
  rejectBand,
  rejectDistance,
  rejected,
  rejectPrice,
  rejectTotal,
} from '#contract/rejected.ts'
import { CODE_OF_WITHDRAWAL_REFUSAL } from '#contract/withdrawal-errors.ts'
import { toCount } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { averagePrice, isOrderMisfit, type Market, type OrderMisfit, wholePrice } from '#domain/market.ts'
import type { OrderKind, OrderRecord, Side } from '#domain/order.ts'
import { PRICE_DECIMALS, type Price } from '#domain/units.ts'
import type { Answer } from '../exchange/exchange.ts'
import type { OwnTradeRow } from '../store/trading/orders.ts'

export type OrderOnWire = z.input<typeof Order>
export type TradeOnWire = z.input<typeof Trade>

const TYPES = {
  LIMITED: { BUY: 'LIMITED_BUY', SELL: 'LIMITED_SELL' },
  MARKET: { BUY: 'MARKET_BUY', SELL: 'MARKET_SELL' },
  STOP_LIMIT: { BUY: 'STOP_LIMIT_BUY', SELL: 'STOP_LIMIT_SELL' },
  EXCHANGE: { BUY: 'EXCHANGE_BUY', SELL: 'EXCHANGE_SELL' },
} as const satisfies Record<OrderKind, Record<Side, OrderOnWire['orderType']>>

export const orderTypeOf = ({ kind, side }: { kind: OrderKind; side: Side }) => TYPES[kind][side]

/**
 * An order in the form of the contract. The fee is in the coin that the order receives. The received amount is not rounded: to the last
 * digit it is the sum of the order's trades, and of their changes in the owner's wallets.
 */
export function orderOnWire(
  order: Omit<OrderRecord, 'held' | 'charges' | 'marketId' | 'userId' | 'arrival'>,
  market: Market,
): OrderOnWire {
  const { base, quote } = market
  const unitPrice = order.unitPrice ?? averagePrice(order, market)
  const value = overallValue(order, { unitPrice, market })
  const [received, gross] = order.side === 'BUY' ? [base, order.executed] : [quote, order.executedValue]
  return {
    id: String(order.id),
    orderType: orderTypeOf(order),
    orderStatus: order.status,
    marketType: market.symbol,
    sourceCoin: quote.symbol,
    destinationCoin: base.symbol,
    amount: formatDecimal(order.amount, base.decimals),
    unitPrice: unitPrice === undefined ? null : formatDecimal(unitPrice, PRICE_DECIMALS),
    overallValue: value,
    wholePrice: value,
    totalPrice: value,
    executedAmount: formatDecimal(order.executed, base.decimals),
    executedValue: formatDecimal(order.executedValue, quote.decimals),
    executedPercent: toCount((order.executed * 100n) / order.amount),
    wage: formatDecimal(order.wage, received.decimals),
    received: formatDecimal(gross - order.wage, received.decimals),
    clientOrderId: order.clientOrderId ?? null,
    linkedOrderId: order.linkedOrderId === undefined ? null : String(order.linkedOrderId),
    ...termsOnWire(order),
    createdAtDateTime: new Date(order.createdAt).toISOString(),
  }
}

/** A trade as one of its parties sees it. */
export function tradeOnWire(row: OwnTradeRow, { symbol, base, quote }: Market): TradeOnWire {
  const [received, gross] = row.side === 'BUY' ? [base, row.amount] : [quote, row.value]
  return {
    id: String(row.id),
    orderType: orderTypeOf(row),
    marketType: symbol,
    sourceCoin: quote.symbol,
    destinationCoin: base.symbol,
    unitPrice: formatDecimal(row.unitPrice, PRICE_DECIMALS),
    amount: formatDecimal(row.amount, base.decimals),
    wholePrice: formatDecimal(row.value, quote.decimals),
    wage: formatDecimal(row.fee, received.decimals),
    received: formatDecimal(gross - row.fee, received.decimals),
    ...(row.role && { role: row.role }),
    createdAtDateTime: new Date(row.at).toISOString(),
  }
}

function termsOnWire({ kind, terms }: Pick<OrderRecord, 'kind' | 'terms'>) {
  const { stopPrice, trailingDistance, timeInForce, postOnly, expiresAt } = terms
  return {
    stopPrice: stopPrice === undefined ? null : formatDecimal(stopPrice, PRICE_DECIMALS),
    trailingDistance: trailingDistance === undefined ? null : formatDecimal(trailingDistance, PRICE_DECIMALS),
    // The rest of a market order is dropped immediately, whether the order said so or not.
    timeInForce: kind === 'MARKET' && timeInForce === 'GTC' ? 'IOC' : timeInForce,
    postOnly,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  }
}

/** A quick trade's value was rounded in favour of the exchange when it was made; a market order's value is the sum of its trades. */
function overallValue(
  order: Pick<OrderRecord, 'kind' | 'amount' | 'executedValue'>,
  { unitPrice, market }: { unitPrice: Price | undefined; market: Market },
): string | null {
  if (unitPrice === undefined) return null
  const value =
    order.kind === 'LIMITED' || order.kind === 'STOP_LIMIT'
      ? wholePrice({ quantity: order.amount, unitPrice, market }, 'down')
      : order.executedValue
  return formatDecimal(value, market.quote.decimals)
}

type OrderAnswer = Extract<Answer, { kind: 'order' }>
type RefusalCode = Extract<Answer, { kind: 'refused' }>['code']

/** The contract's codes of the engine's refusals. */
const CODES = {
  IDEMPOTENCY_KEY_REUSED: 'IDEMPOTENCY_KEY_REUSED',
  IDEMPOTENCY_KEY_FROM_FUTURE: 'IDEMPOTENCY_KEY_FROM_FUTURE',
  WITHDRAWAL_DISABLED: 'WITHDRAWAL_DISABLED',
  ...CODE_OF_WITHDRAWAL_REFUSAL,
  MARKET_IS_NOT_ACTIVE: 'MARKET_IS_NOT_ACTIVE',
  UNIT_PRICE_INVALID: 'UNIT_PRICE_INVALID',
  STOP_PRICE_INVALID: 'STOP_PRICE_INVALID',
  TRAILING_DISTANCE_INVALID: 'TRAILING_DISTANCE_INVALID',
  TRAILING_LIMIT_INVALID: 'TRAILING_LIMIT_INVALID',
  AMOUNT_IS_LOW: 'AMOUNT_IS_LOW',
  AMOUNT_IS_HIGH: 'AMOUNT_IS_HIGH',
  TOTAL_IS_LOW: 'TOTAL_IS_LOW',
  OCO_PRICES_INVALID: 'OCO_PRICES_INVALID',
  UNIT_PRICE_OUT_OF_BAND: 'UNIT_PRICE_OUT_OF_BAND',
  EXPIRY_IN_PAST: 'EXPIRY_INVALID',
  TOO_MANY_OPEN_ORDERS: 'TOO_MANY_OPEN_ORDERS',
  PRICE_STALE: 'PRICE_STALE',
  PRICE_CHANGED: 'PRICE_CHANGED',
  ALREADY_CREDITED: 'IDEMPOTENCY_KEY_REUSED',
  ALREADY_HELD: 'IDEMPOTENCY_KEY_REUSED',
  HOLD_NOT_FOUND: 'NOT_FOUND',
  HOLD_EXCEEDED: 'AMOUNT_IS_HIGH',
  ORDER_NOT_OPEN: 'ORDER_NOT_OPEN',
  OCO_NOT_AMENDABLE: 'OCO_NOT_AMENDABLE',
  STOP_ALREADY_TRIGGERED: 'STOP_ALREADY_TRIGGERED',
  AMOUNT_ALREADY_EXECUTED: 'AMOUNT_ALREADY_EXECUTED',
  NO_LIQUIDITY: 'NO_LIQUIDITY',
  POST_ONLY_WOULD_TRADE: 'POST_ONLY_WOULD_TRADE',
  FILL_OR_KILL_NOT_FILLABLE: 'FILL_OR_KILL_NOT_FILLABLE',
  NOT_ENOUGH_BALANCE: 'NOT_ENOUGH_BALANCE',
  NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER: 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER',
  HOUSE_LIMIT_REACHED: 'HOUSE_LIMIT_REACHED',
} as const satisfies Record<RefusalCode, ErrorCode>

interface Asked {
  readonly market: Market
  readonly unitPrice: Price | undefined
  /** Of a stop. */
  readonly stopPrice?: Price | undefined
}

/** The outcome of an order command, or the refusal to pass on. @param asked present for an order that must keep its market's rules */
export function fromEngine(result: Answer, asked?: Asked): OrderAnswer | { kind: 'refused'; rejected: Rejected } {
  if (result.kind === 'order') return result
  // The key was used for another kind of command, so its stored answer does not fit.
  if (result.kind !== 'refused') return { kind: 'refused', rejected: rejected('IDEMPOTENCY_KEY_REUSED') }
  const { code, marketPrice } = result
  if (asked && isOrderMisfit(code)) return { kind: 'refused', rejected: rejectMisfit(code, asked) }
  if (asked?.unitPrice && marketPrice && code === 'UNIT_PRICE_OUT_OF_BAND')
    return { kind: 'refused', rejected: rejectBand(asked.unitPrice, { reference: marketPrice, market: asked.market }) }
  const details = marketPrice === undefined ? undefined : { marketPrice: formatDecimal(marketPrice, PRICE_DECIMALS) }
  return { kind: 'refused', rejected: rejected(CODES[code], { details }) }
}

/** The refusal of an order that breaks a rule of its market, with the rule. */
function rejectMisfit(code: OrderMisfit, { market, stopPrice }: Asked): Rejected {
  if (code === 'TRAILING_DISTANCE_INVALID') return rejectDistance(stopPrice, market)
  if (code === 'TRAILING_LIMIT_INVALID') return rejected(code, { field: 'unitPrice' })
  if (code === 'UNIT_PRICE_INVALID' || code === 'STOP_PRICE_INVALID') return rejectPrice(code, market)
  if (code === 'TOTAL_IS_LOW') return rejectTotal(market)
  return rejectAmount(code, { coin: market.base, min: market.minAmount, max: market.maxAmount })
}
