import type { Entry } from '#domain/ledger.ts'
import { isStanding, type OrderStatus, setStatus } from '#domain/order.ts'
import type { CancelledOutcome, OrderOutcome } from '#domain/outcome.ts'
import { type Amount, ZERO } from '#domain/units.ts'
import { collectOverdue, dequeue, dequeueAll, forgetExpiry, watchExpiry } from './book.ts'
import {
  type CancelAllOrders,
  type CancelOrder,
  type ExpiredOutcome,
  type ExpireOrders,
  type RefusedOutcome,
  refused,
  type UnfinishedOutcome,
} from './commands.ts'
import { type Journal, openEntry, post } from './journal.ts'
import { isDequeued, type Order, outcomeOf } from './order.ts'
import { type EngineState, venueOf } from './state.ts'

/** An order and the entry that moves its money. */
export interface OrderChange {
  readonly order: Order
  readonly entry: Entry
  readonly journal: Journal
}

/** Blocks the funds that the rest of an order needs at its limit. */
export function takeHold({ order, entry, journal }: OrderChange, needed: Amount): void {
  post(journal, entry, order.wallet, 'available', -needed)
  post(journal, entry, order.wallet, 'blocked', needed)
  order.held = needed
}

/** Frees the funds that are still blocked for an order. */
export function giveBackHold({ order, entry, journal }: OrderChange): void {
  post(journal, entry, order.wallet, 'blocked', -order.held)
  post(journal, entry, order.wallet, 'available', order.held)
  order.held = ZERO
}

/** Lists an order as open. */
export function addOpenOrder(state: EngineState, order: Order): void {
  const { orders, expiries } = state
  const own = orders.get(order.userId)
  if (own) own.set(order.id, order)
  else orders.set(order.userId, new Map([[order.id, order]]))
  countOpen(state, order, 1)
  watchExpiry(expiries, order)
}

/** Removes an order from every list of open orders. */
export function removeOpenOrder(state: EngineState, order: Order): void {
  const { orders, expiries } = state
  const own = orders.get(order.userId)
  if (own?.delete(order.id)) countOpen(state, order, -1)
  if (own?.size === 0) orders.delete(order.userId)
  if (order.terms.trailingDistance !== undefined) venueOf(state, order.marketId).stops.trailing.delete(order)
  forgetExpiry(expiries, order)
}

function countOpen(state: EngineState, { marketId, userId }: Order, change: 1 | -1): void {
  const { openCounts } = venueOf(state, marketId)
  const count = (openCounts.get(userId) ?? 0) + change
  if (count === 0) openCounts.delete(userId)
  else openCounts.set(userId, count)
}

/** Removes an open order from the book or the stops, unless it has left them already, and from every list. */
export function removeOrder(state: EngineState, order: Order): void {
  if (!isDequeued(order)) dequeue(order)
  removeOpenOrder(state, order)
}

/** The other leg of an OCO order, as long as both are open. */
const otherLegOf = ({ orders }: EngineState, { userId, linkedOrderId }: Order): Order | undefined =>
  linkedOrderId === undefined ? undefined : orders.get(userId)?.get(linkedOrderId)

/** Ends the other leg of an OCO order: this one trades, or is triggered. @returns whether there was one */
export function endOtherLeg(state: EngineState, change: OrderChange): boolean {
  const other = otherLegOf(state, change.order)
  if (other) endAlone(state, { ...change, order: other }, 'FINISHED_WITHOUT_TRANSACTION')
  return other !== undefined
}

/** Ends an open order, and the other leg if it is one of an OCO order. @returns the number of orders that ended */
export function endOrder(state: EngineState, change: OrderChange, status: OrderStatus): number {
  const other = otherLegOf(state, change.order)
  endAlone(state, change, status)
  if (!other) return 1
  endAlone(state, { ...change, order: other }, status)
  return 2
}

/** Ends an open order and frees what it still holds. */
function endAlone(state: EngineState, change: OrderChange, status: OrderStatus): void {
  const { order, journal } = change
  removeOrder(state, order)
  giveBackHold(change)
  setStatus(order, status)
  journal.orders.add(order)
}

/**
 * Cancels an order, on the book or waiting for its price, for its user or for an operator, and with one leg of an OCO order both. An
 * order that had already expired ends too, but as EXPIRED, and the outcome says so. Refuses ORDER_NOT_OPEN.
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
 * Cancels every order of one user that was open when the command was first applied, at most `most` of them per turn and the other leg of
 * the last one, so that a hundred thousand orders of one user do not hold up the others. Its answer counts all of them and is given once
 * the last has ended.
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
  let ended = 0
  for (const order of ending) {
    // One leg of an OCO order has ended the other.
    if (!isStanding(order.status)) continue
    const entry = openEntry(state, journal, { kind: 'cancel', reference: `order:${order.id}`, at })
    ended += endOrder(state, { order, entry, journal }, byOperator ? 'CANCELLED_BY_ADMIN' : 'CANCELLED_BY_USER')
  }
  if (chosen.length <= most) return { kind: 'cancelled', count: count + ended }
  return { kind: 'unfinished', next: { ...command, before: { count: count + ended, newestId } } }
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

/**
 * Removes every order that has expired by `at` from the books, so that nobody trades with it any more. It keeps its funds and its status
 * until `expireOrders` ends it. Runs before every command and mostly finds nothing to remove. @returns the removed orders
 */
export function removeExpired(state: EngineState, at: number): readonly Order[] {
  const due = collectOverdue(state.expiries, at)
  if (due.length === 0) return due
  const queued = due.filter((order) => !isDequeued(order))
  dequeueAll(queued)
  return queued
}

/** Ends the first of the overdue orders and frees their holds. */
export function expireOrders(state: EngineState, command: ExpireOrders, journal: Journal): ExpiredOutcome {
  let count = 0
  for (const order of state.expiries.overdue) {
    if (count >= command.most) break
    const entry = openEntry(state, journal, { kind: 'expire', reference: `order:${order.id}`, at: command.at })
    count += endOrder(state, { order, entry, journal }, 'EXPIRED')
  }
  return { kind: 'expired', count }
}
