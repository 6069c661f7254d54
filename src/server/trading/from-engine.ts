import type { ErrorCode } from '#contract/errors.ts'
import { type Rejected, rejectAmount, rejectBand, rejected, rejectPrice, rejectTotal } from '#contract/rejected.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { isOrderMisfit, type Market, type OrderMisfit } from '#domain/market.ts'
import { PRICE_DECIMALS, type Price } from '#domain/units.ts'
import type { Answer } from '../exchange/exchange.ts'

type OrderAnswer = Extract<Answer, { kind: 'order' }>
type RefusalCode = Extract<Answer, { kind: 'refused' }>['code']

/** The contract's codes of the engine's refusals. */
const CODES = {
  IDEMPOTENCY_KEY_REUSED: 'IDEMPOTENCY_KEY_REUSED',
  IDEMPOTENCY_KEY_FROM_FUTURE: 'IDEMPOTENCY_KEY_FROM_FUTURE',
  WITHDRAWAL_DISABLED: 'WITHDRAWAL_DISABLED',
  WITHDRAWER_UNKNOWN: 'UNAVAILABLE',
  WITHDRAWER_BLOCKED: 'FORBIDDEN',
  WITHDRAWER_NOT_AUTHORIZED: 'ACCOUNT_NOT_AUTHORIZED',
  WITHDRAWALS_HELD: 'WITHDRAWALS_HELD',
  MARKET_IS_NOT_ACTIVE: 'MARKET_IS_NOT_ACTIVE',
  UNIT_PRICE_INVALID: 'UNIT_PRICE_INVALID',
  STOP_PRICE_INVALID: 'STOP_PRICE_INVALID',
  AMOUNT_IS_LOW: 'AMOUNT_IS_LOW',
  AMOUNT_IS_HIGH: 'AMOUNT_IS_HIGH',
  TOTAL_IS_LOW: 'TOTAL_IS_LOW',
  UNIT_PRICE_OUT_OF_BAND: 'UNIT_PRICE_OUT_OF_BAND',
  EXPIRY_IN_PAST: 'EXPIRY_INVALID',
  TOO_MANY_OPEN_ORDERS: 'TOO_MANY_OPEN_ORDERS',
  PRICE_STALE: 'PRICE_STALE',
  PRICE_CHANGED: 'PRICE_CHANGED',
  HOLD_NOT_FOUND: 'NOT_FOUND',
  ORDER_NOT_OPEN: 'ORDER_NOT_OPEN',
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
}

/** The outcome of an order command, or the refusal to pass on. @param asked present for an order that must keep its market's rules */
export function fromEngine(result: Answer, asked?: Asked): OrderAnswer | { kind: 'refused'; rejected: Rejected } {
  if (result.kind === 'order') return result
  // The key was used for another kind of command, so its stored answer does not fit.
  if (result.kind !== 'refused') return { kind: 'refused', rejected: rejected('IDEMPOTENCY_KEY_REUSED') }
  const { code, marketPrice } = result
  if (asked && isOrderMisfit(code)) return { kind: 'refused', rejected: rejectMisfit(code, asked.market) }
  if (asked?.unitPrice && marketPrice && code === 'UNIT_PRICE_OUT_OF_BAND')
    return { kind: 'refused', rejected: rejectBand(asked.unitPrice, { reference: marketPrice, market: asked.market }) }
  const details = marketPrice === undefined ? undefined : { marketPrice: formatDecimal(marketPrice, PRICE_DECIMALS) }
  return { kind: 'refused', rejected: rejected(CODES[code], { details }) }
}

/** The refusal of an order that breaks a rule of its market, with the rule. */
function rejectMisfit(code: OrderMisfit, market: Market): Rejected {
  if (code === 'UNIT_PRICE_INVALID' || code === 'STOP_PRICE_INVALID') return rejectPrice(code, market)
  if (code === 'TOTAL_IS_LOW') return rejectTotal(market)
  return rejectAmount(code, { coin: market.base, min: market.minAmount, max: market.maxAmount })
}
