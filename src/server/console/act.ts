import { addressOf } from '../accounts/limits.ts'
import type { Operator } from '../accounts/operators/operator-sessions.ts'
import { recordEvent } from '../store/accounts/audit-log.ts'
import type { Transaction } from '../store/database.ts'

/** An action of an operator on somebody with its reason, as the audit log stores it. */
export interface Act {
  readonly operatorId: number
  readonly ip: string
  readonly device: string
  readonly reason: string
}

/** The action of a call. */
export const actOf = (call: {
  readonly caller: Operator
  readonly ip: string
  readonly userAgent: string
  readonly body: { readonly reason: string }
}): Act => ({
  operatorId: call.caller.operatorId,
  ip: addressOf(call.ip),
  device: call.userAgent,
  reason: call.body.reason,
})

interface Recorded {
  readonly at: Date
  readonly kind: string
  readonly userId?: number | undefined
  readonly details?: { readonly [name: string]: string | number | boolean | null }
}

/** Records an action in its own transaction, as the last statement. */
export function recordAct(tx: Transaction, { reason, ...actor }: Act, event: Recorded): Promise<void> {
  return recordEvent(tx, { userId: undefined, ...event, ...actor, details: { ...event.details, reason } })
}
