import type { OrderOutcome } from './commands.ts'
import type { Order } from './order.ts'

/** How an order stands now, as the answer to the command that brought it there. */
export function outcomeOf(order: Order, at: number): OrderOutcome {
  const { id: orderId, status, executed, executedValue, wage } = order
  return { kind: 'order', orderId, status, executed, executedValue, wage, at }
}
