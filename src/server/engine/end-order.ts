import type { OrderStatus } from '#domain/order.ts'
import { setStatus } from '#domain/order-life-cycle.ts'
import { giveBackHold } from './hold-of.ts'
import type { Entry, Journal } from './journal.ts'
import { leave } from './leave.ts'
import type { Order } from './order.ts'
import { type EngineState, venueOf } from './state.ts'

interface Ending {
  readonly order: Order
  readonly entry: Entry
  readonly journal: Journal
}

/** Ends an order that stands, on the book or among the stops; what is still held for it is free again. */
export function endOrder(state: EngineState, ending: Ending, status: OrderStatus): void {
  const { order, journal } = ending
  leave(state, venueOf(state, order.marketId), order)
  giveBackHold(ending)
  setStatus(order, status)
  journal.orders.add(order)
}
