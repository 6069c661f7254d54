import type { ErrorCode } from '#contract/errors.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import type { Answer } from '../exchange/exchange.ts'

type OrderAnswer = Extract<Answer, { kind: 'order' }>
type RefusalCode = Extract<Answer, { kind: 'refused' }>['code']

/** The engine's refusals in the contract's words. */
const CODES = {
  IDEMPOTENCY_KEY_REUSED: 'IDEMPOTENCY_KEY_REUSED',
  MARKET_IS_NOT_ACTIVE: 'MARKET_IS_NOT_ACTIVE',
  PRICE_STALE: 'PRICE_STALE',
  PRICE_CHANGED: 'PRICE_CHANGED',
  HOLD_NOT_FOUND: 'NOT_FOUND',
  ORDER_NOT_OPEN: 'ORDER_NOT_OPEN',
  NO_LIQUIDITY: 'NO_LIQUIDITY',
  NOT_ENOUGH_BALANCE: 'NOT_ENOUGH_BALANCE',
  HOUSE_LIMIT_REACHED: 'HOUSE_LIMIT_REACHED',
} as const satisfies Record<RefusalCode, ErrorCode>

/** The outcome of an order command, or the refusal to pass on. */
export function fromEngine(result: Answer): OrderAnswer | { kind: 'refused'; rejected: Rejected } {
  if (result.kind === 'order') return result
  // The same key on another kind of command: its stored answer is of no use here.
  if (result.kind === 'moved') return { kind: 'refused', rejected: rejected('IDEMPOTENCY_KEY_REUSED') }
  return { kind: 'refused', rejected: rejected(CODES[result.code]) }
}
