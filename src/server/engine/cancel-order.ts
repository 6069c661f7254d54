import { type CancelOrder, type OrderOutcome, type RefusedOutcome, refused } from './commands.ts'
import { endOrder } from './end-order.ts'
import type { Journal } from './journal.ts'
import { openEntry } from './ledger.ts'
import { isWithdrawn } from './order.ts'
import { outcomeOf } from './outcome-of.ts'
import type { EngineState } from './state.ts'

/**
 * Takes back one's own order, on the book or waiting for its price. One whose time had come before is ended, but as EXPIRED: the outcome
 * says so. Refuses ORDER_NOT_OPEN.
 */
export function cancelOrder(state: EngineState, command: CancelOrder, journal: Journal): OrderOutcome | RefusedOutcome {
  const order = state.orders.get(command.orderId)
  if (!order || order.userId !== command.userId) return refused('ORDER_NOT_OPEN')
  const entry = openEntry(state, journal, { kind: 'cancel', cause: order.id, at: command.at })
  endOrder(state, { order, entry, journal }, isWithdrawn(order) ? 'EXPIRED' : 'CANCELLED_BY_USER')
  return outcomeOf(order, command.at)
}
