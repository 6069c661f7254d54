import { dequeue, removeFromBook } from './book.ts'
import { isWithdrawn, type Order } from './order.ts'
import { type EngineState, removeOpenOrder, type Venue } from './state.ts'

/** An order that stood stands no more: off the book or out of the stops, unless it was withdrawn before, and out of every list. */
export function leave(state: EngineState, { book }: Venue, order: Order): void {
  if (!isWithdrawn(order)) {
    if (order.status === 'PENDING') dequeue(order)
    else removeFromBook(book, order)
  }
  removeOpenOrder(state, order)
}
