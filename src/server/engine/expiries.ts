import { isStanding } from '#domain/order-life-cycle.ts'
import type { Order } from './order.ts'

/** Orders that end by time. Times stand in one sorted list with the earliest last; those of one time lie in a set. */
export interface Expiries {
  readonly times: number[]
  readonly byTime: Map<number, Set<Order>>
  /** Those whose time has come, the earliest first. They are off the books, and end one after the other. */
  readonly overdue: Order[]
  /** The first of them that may still stand. */
  firstOverdue: number
}

export const createExpiries = (): Expiries => ({ times: [], byTime: new Map(), overdue: [], firstOverdue: 0 })

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

/** The next time at which an order ends, or ought to have ended; `undefined` while none does. */
export function nextExpiry(expiries: Expiries): number | undefined {
  skipEnded(expiries)
  const { times, overdue, firstOverdue } = expiries
  return overdue[firstOverdue]?.terms.expiresAt ?? times[times.length - 1]
}

/** Makes the orders whose time has come by `at` overdue. @returns those that were not before, by time and then by their ids */
export function becomeOverdue({ times, byTime, overdue }: Expiries, at: number): Order[] {
  const due: Order[] = []
  for (let time = times.at(-1); time !== undefined && time <= at; time = times.at(-1)) {
    const orders = [...(byTime.get(time) ?? [])].sort((a, b) => a.id - b.id)
    for (const order of orders) due.push(order)
    byTime.delete(time)
    times.pop()
  }
  for (const order of due) overdue.push(order)
  return due
}

/** The first `most` of the overdue orders that still stand. They are the caller's to end. */
export function takeOverdue(expiries: Expiries, most: number): Order[] {
  const taken: Order[] = []
  const { overdue } = expiries
  for (skipEnded(expiries); taken.length < most; expiries.firstOverdue += 1) {
    const order = overdue[expiries.firstOverdue]
    if (!order) break
    if (isStanding(order.status)) taken.push(order)
  }
  return taken
}

/** Steps over those that were taken or ended otherwise; a list that has been walked through begins anew. */
function skipEnded(expiries: Expiries): void {
  const { overdue } = expiries
  for (let order = overdue[expiries.firstOverdue]; order; order = overdue[expiries.firstOverdue]) {
    if (isStanding(order.status)) return
    expiries.firstOverdue += 1
  }
  overdue.length = 0
  expiries.firstOverdue = 0
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
