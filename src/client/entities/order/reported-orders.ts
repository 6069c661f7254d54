import { createAtom } from '@tanstack/react-store'
import type { Order } from './orders.queries.ts'

type Reported = Pick<Order, 'id' | 'orderStatus'>

/** Orders that a page remembers as reported; older ones do not change any more. */
const REPORTED_MAX = 200
/** A cancellation of all names no orders: its own toast speaks for those that end within this time. */
const ALL_CANCELLED_MS = 10_000

const reported = new Map<string, Order['orderStatus']>()
let allCancelledAt = Number.NEGATIVE_INFINITY

/** Notes that the user was reported what became of an order, by the toast of their own press. */
export function noteReported({ id, orderStatus }: Reported): void {
  reported.delete(id)
  reported.set(id, orderStatus)
  for (const oldest of reported.keys()) {
    if (reported.size <= REPORTED_MAX) break
    reported.delete(oldest)
  }
}

export function noteAllCancelled(): void {
  allCancelledAt = Date.now()
}

export const wasReported = ({ id, orderStatus }: Reported): boolean =>
  reported.get(id) === orderStatus ||
  (orderStatus === 'CANCELLED_BY_USER' && Date.now() - allCancelledAt < ALL_CANCELLED_MS)

/** The order that the stream has changed last, in its present state. */
export const changedOrder = createAtom<Order | undefined>(undefined)
