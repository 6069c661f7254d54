import { addressOf } from '../accounts/limits.ts'
import type { Operator } from '../accounts/operators/operator-sessions.ts'
import { recordEvent } from '../store/accounts/audit-log.ts'
import type { Transaction } from '../store/database.ts'

/** Who does something to whom, and why: what the audit log keeps of an act of an operator. */
export interface Act {
  readonly operatorId: number
  readonly ip: string
  readonly device: string
  readonly reason: string
}

/** The act of a call. */
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

/** Writes an act down in the transaction of the act itself, as its last statement. */
export function recordAct(tx: Transaction, { reason, ...actor }: Act, event: Recorded): Promise<void> {
  return recordEvent(tx, { userId: undefined, ...event, ...actor, details: { ...event.details, reason } })
}
