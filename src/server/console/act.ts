import { type Origin, originOf } from '../accounts/actor.ts'
import type { Operator } from '../accounts/operators/operator-sessions.ts'
import { recordEvent } from '../store/accounts/audit-log.ts'
import type { Transaction } from '../store/database.ts'

/** The acting operator, as the audit log names one. */
export interface Acting extends Origin {
  readonly operatorId: number
}

/** An action of an operator on somebody with its reason, as the audit log stores it. */
export interface Act extends Acting {
  readonly reason: string
}

interface OperatorsCall {
  readonly caller: Pick<Operator, 'operatorId'>
  readonly ip: string
  readonly userAgent: string
}

export const actingOf = (call: OperatorsCall): Acting => ({
  operatorId: call.caller.operatorId,
  ...originOf(call),
})

/** The action of a call. */
export const actOf = (call: OperatorsCall & { readonly body: { readonly reason: string } }): Act => ({
  ...actingOf(call),
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
