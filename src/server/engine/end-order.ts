import type { OrderStatus } from '#domain/order.ts'
import { become } from '#domain/order-life-cycle.ts'
import { giveBackHold } from './hold-of.ts'
import type { Entry, Journal } from './journal.ts'
import { leave } from './leave.ts'
import type { Order } from './order.ts'
import { type EngineState, venueOf } from './state.ts'

interface Ending {
  readonly order: Order
  readonly status: OrderStatus
  readonly entry: Entry
  readonly journal: Journal
}

/** Ends an order that stands, on the book or among the stops; what is still held for it is free again. */
export function endOrder(state: EngineState, { order, status, entry, journal }: Ending): void {
  const venue = venueOf(state, order.marketId)
  leave(state, venue, order)
  giveBackHold(state, { venue, order, entry, journal })
  become(order, status)
  journal.orders.add(order)
}
