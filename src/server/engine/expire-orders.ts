import { dequeueAll } from './book.ts'
import type { ExpiredOutcome, ExpireOrders } from './commands.ts'
import { collectOverdue } from './expiries.ts'
import { type Journal, openEntry } from './journal.ts'
import { endOrder } from './open-orders.ts'
import { isDequeued } from './order.ts'
import type { EngineState } from './state.ts'

/**
 * Removes every order that has expired by `at` from the books, so that nobody trades with it any more. It keeps its funds and its status
 * until `expireOrders` ends it. Runs before every command and mostly finds nothing to remove.
 */
export function removeExpired(state: EngineState, at: number): void {
  const due = collectOverdue(state.expiries, at)
  if (due.length > 0) dequeueAll(due.filter((order) => !isDequeued(order)))
}

/** Ends the first of the overdue orders and frees their holds. */
export function expireOrders(state: EngineState, command: ExpireOrders, journal: Journal): ExpiredOutcome {
  let count = 0
  for (const order of state.expiries.overdue) {
    if (count === command.most) break
    const entry = openEntry(state, journal, { kind: 'expire', reference: `order:${order.id}`, at: command.at })
    endOrder(state, { order, entry, journal }, 'EXPIRED')
    count += 1
  }
  return { kind: 'expired', count }
}
