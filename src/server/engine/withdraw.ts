import { dequeueAll } from './book.ts'
import type { Order } from './order.ts'
import { type EngineState, venueOf } from './state.ts'

/**
 * Takes orders that are about to end off their books, or out of the stops. That moves no money and writes nothing, so that half a million
 * are withdrawn at once, and of many that stand at many prices each side of a book is put in order once.
 */
export function withdraw(state: EngineState, orders: readonly Order[]): void {
  dequeueAll(orders)
  for (const { status, marketId } of orders) if (status === 'IS_OPEN') venueOf(state, marketId).book.sequence += 1
}
