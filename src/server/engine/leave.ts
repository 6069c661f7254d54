import { dequeue, remove } from './book.ts'
import { forgetExpiry } from './expiries.ts'
import type { Order } from './order.ts'
import type { EngineState, Venue } from './state.ts'

/** An order that stood stands no more: off the book or out of the stops, and out of every list. */
export function leave(state: EngineState, { book }: Venue, order: Order): void {
  if (order.status === 'PENDING') dequeue(order)
  else remove(book, order)
  state.orders.delete(order.id)
  forgetExpiry(state.expiries, order)
}
