import type { Order } from './order.ts'

/** Orders that end by time. Times are one sorted list with the earliest last; the orders of one time are a set. */
export interface ExpiryQueue {
  readonly times: number[]
  readonly byTime: Map<number, Set<Order>>
  /** Orders whose time has come, the earliest first. They are off the books, and are ended one after the other. */
  readonly overdue: Set<Order>
}

export const createExpiryQueue = (): ExpiryQueue => ({ times: [], byTime: new Map(), overdue: new Set() })

/** Remembers when an order ends, if it does by time. */
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

/** Forgets an order that has ended, so that nothing piles up for a far future. */
export function forgetExpiry({ times, byTime, overdue }: ExpiryQueue, order: Order): void {
  const { expiresAt } = order.terms
  if (expiresAt === undefined || overdue.delete(order)) return
  const orders = byTime.get(expiresAt)
  if (!orders?.delete(order) || orders.size > 0) return
  byTime.delete(expiresAt)
  times.splice(indexOf(times, expiresAt), 1)
}

/** The next time at which an order ends, or ought to have ended; `undefined` while none does. */
export function nextExpiry({ times, overdue }: ExpiryQueue): number | undefined {
  const [first] = overdue
  return first?.terms.expiresAt ?? times[times.length - 1]
}

/** Makes the orders whose time has come by `at` overdue. @returns the new ones, by time and then by their ids */
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

/** Where a time is or would be: the first that is not later. */
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
