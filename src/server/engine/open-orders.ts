import type { Entry } from '#domain/ledger.ts'
import type { OrderStatus } from '#domain/order.ts'
import { setStatus } from '#domain/order-life-cycle.ts'
import { type Amount, ZERO } from '#domain/units.ts'
import { dequeue } from './book.ts'
import { forgetExpiry, watchExpiry } from './expiries.ts'
import { type Journal, post } from './journal.ts'
import { isDequeued, type Order } from './order.ts'
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

/** Ends an open order and frees what it still holds. */
export function endOrder(state: EngineState, change: OrderChange, status: OrderStatus): void {
  const { order, journal } = change
  removeOrder(state, order)
  giveBackHold(change)
  setStatus(order, status)
  journal.orders.add(order)
}
