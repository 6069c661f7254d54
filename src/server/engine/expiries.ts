import type { Order } from './order.ts'

/** Orders that end by time. Times stand in one sorted list with the earliest last; those of one time lie in a set. */
export interface Expiries {
  readonly times: number[]
  readonly byTime: Map<number, Set<Order>>
}

export const createExpiries = (): Expiries => ({ times: [], byTime: new Map() })

/** Remembers when an order ends, if it does by time. */
export function watchExpiry({ times, byTime }: Expiries, order: Order): void {
  const { expiresAt } = order.terms
  if (expiresAt === undefined) return
  const known = byTime.get(expiresAt)
  if (known) {
    known.add(order)
    return
  }
  byTime.set(expiresAt, new Set([order]))
  times.splice(placeOf(times, expiresAt), 0, expiresAt)
}

/** Forgets an order that has ended, so that nothing piles up for a far future. */
export function forgetExpiry({ times, byTime }: Expiries, order: Order): void {
  const { expiresAt } = order.terms
  if (expiresAt === undefined) return
  const orders = byTime.get(expiresAt)
  if (!orders?.delete(order) || orders.size > 0) return
  byTime.delete(expiresAt)
  times.splice(placeOf(times, expiresAt), 1)
}

/** The next time at which an order ends; `undefined` while none does. */
export const nextExpiry = ({ times }: Expiries): number | undefined => times[times.length - 1]

/** The orders that have ended by `at`, by time and then by arrival, `most` of them at most. */
export function dueOrders({ times, byTime }: Expiries, { at, most }: { at: number; most: number }): Order[] {
  const due: Order[] = []
  for (let i = times.length - 1; i >= 0 && due.length < most; i--) {
    const time = times[i]
    if (time === undefined || time > at) break
    for (const order of [...(byTime.get(time) ?? [])].sort((a, b) => a.id - b.id)) due.push(order)
  }
  return due.slice(0, most)
}

/** Where a time stands or would stand: the first that is not later than it. */
function placeOf(times: readonly number[], time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const standing = times[middle]
    if (standing !== undefined && standing > time) low = middle + 1
    else high = middle
  }
  return low
}
