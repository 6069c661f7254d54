import type { Order } from './order.ts'

/** Orders that end by time. The times are one sorted list, earliest last; the orders of one time are a set. */
export interface ExpiryQueue {
  readonly times: number[]
  readonly byTime: Map<number, Set<Order>>
  /** Expired orders, earliest first. They have left the books and end one after the other. */
  readonly overdue: Set<Order>
}

export const createExpiryQueue = (): ExpiryQueue => ({ times: [], byTime: new Map(), overdue: new Set() })

/** Tracks when an order ends, if it has an expiry. */
export function watchExpiry({ times, byTime }: ExpiryQueue, order: Order): void {
  const { expiresAt } = order.terms
  if (expiresAt === undefined) return
  const known = byTime.get(expiresAt)
  if (known) {
    known.add(order)
    return
  }
  byTime.set(expiresAt, new Set([order]))
  times.splice(indexOf(times, expiresAt), 0, expiresAt)
}

/** Forgets an order that has ended, so that ended orders with a distant expiry do not pile up. */
export function forgetExpiry({ times, byTime, overdue }: ExpiryQueue, order: Order): void {
  const { expiresAt } = order.terms
  if (expiresAt === undefined || overdue.delete(order)) return
  const orders = byTime.get(expiresAt)
  if (!orders?.delete(order) || orders.size > 0) return
  byTime.delete(expiresAt)
  times.splice(indexOf(times, expiresAt), 1)
}

/** The next time at which an order ends, or should have ended; `undefined` if no order expires. */
export function nextExpiry({ times, overdue }: ExpiryQueue): number | undefined {
  const [first] = overdue
  return first?.terms.expiresAt ?? times[times.length - 1]
}

/** Moves the orders that have expired by `at` to `overdue`. @returns the new ones, by time and then by id */
export function collectOverdue({ times, byTime, overdue }: ExpiryQueue, at: number): Order[] {
  const due: Order[] = []
  for (let time = times.at(-1); time !== undefined && time <= at; time = times.at(-1)) {
    const orders = [...(byTime.get(time) ?? [])].sort((a, b) => a.id - b.id)
    for (const order of orders) due.push(order)
    byTime.delete(time)
    times.pop()
  }
  for (const order of due) overdue.add(order)
  return due
}

/** The index of a time, or where it would be inserted: the first time that is not later. */
function indexOf(times: readonly number[], time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const known = times[middle]
    if (known !== undefined && known > time) low = middle + 1
    else high = middle
  }
  return low
}
