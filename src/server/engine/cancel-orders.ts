import { dequeueAll } from './book.ts'
import {
  type CancelAllOrders,
  type CancelledOutcome,
  type CancelOrder,
  type OrderOutcome,
  type RefusedOutcome,
  refused,
  type UnfinishedOutcome,
} from './commands.ts'
import { type Journal, openEntry } from './journal.ts'
import { endOrder } from './open-orders.ts'
import { isDequeued, type Order, outcomeOf } from './order.ts'
import type { EngineState } from './state.ts'

/**
 * Cancels an order, on the book or waiting for its price, for its user or for an operator. An order that had already expired ends too, but
 * as EXPIRED, and the outcome says so. Refuses ORDER_NOT_OPEN.
 */
export function cancelOrder(state: EngineState, command: CancelOrder, journal: Journal): OrderOutcome | RefusedOutcome {
  const { orderId, userId, at, byOperator = false } = command
  const order = state.orders.get(userId)?.get(orderId)
  if (!order) return refused('ORDER_NOT_OPEN')
  const entry = openEntry(state, journal, { kind: 'cancel', reference: `order:${orderId}`, at })
  const cancelled = byOperator ? 'CANCELLED_BY_ADMIN' : 'CANCELLED_BY_USER'
  endOrder(state, { order, entry, journal }, state.expiries.overdue.has(order) ? 'EXPIRED' : cancelled)
  return outcomeOf(order, at)
}

/**
 * Cancels every order of one user that was open when the command was first applied, at most `most` of them per turn, so that a hundred
 * thousand orders of one user do not hold up the others. Its answer counts all of them and is given once the last has ended.
 */
export function cancelAllOrders(
  state: EngineState,
  command: CancelAllOrders,
  journal: Journal,
): CancelledOutcome | UnfinishedOutcome {
  const { userId, at, most, byOperator = false } = command
  const { count, newestId } = command.before ?? { count: 0, newestId: state.nextOrderId - 1 }
  const chosen = chooseOrders(state, state.orders.get(userId)?.values() ?? [], { ...command, newestId })
  const ending = chosen.slice(0, most)
  dequeueAll(ending.filter((order) => !isDequeued(order)))
  for (const order of ending) {
    const entry = openEntry(state, journal, { kind: 'cancel', reference: `order:${order.id}`, at })
    endOrder(state, { order, entry, journal }, byOperator ? 'CANCELLED_BY_ADMIN' : 'CANCELLED_BY_USER')
  }
  if (chosen.length <= most) return { kind: 'cancelled', count: count + chosen.length }
  return { kind: 'unfinished', next: { ...command, before: { count: count + most, newestId } } }
}

/** The first `most` of the orders that the command covers, plus one if there are more. */
function chooseOrders(
  { expiries }: EngineState,
  own: Iterable<Order>,
  { marketId, newestId, most }: Pick<CancelAllOrders, 'marketId' | 'most'> & { newestId: number },
): Order[] {
  const chosen: Order[] = []
  for (const order of own) {
    // An order that has expired meanwhile ends as EXPIRED.
    if (expiries.overdue.has(order)) continue
    if (order.id > newestId || (marketId !== undefined && order.marketId !== marketId)) continue
    chosen.push(order)
    if (chosen.length > most) break
  }
  return chosen
}
