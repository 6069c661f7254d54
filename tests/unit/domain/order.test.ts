import { expect, test } from 'vitest'
import { isStanding, mayBecome, ORDER_STATUSES, type OrderStatus, setStatus, TRANSITIONS } from '#domain/order.ts'

const PAIRS = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const))

test('a pair of the table can be walked, any other throws and changes nothing', () => {
  for (const [from, to] of PAIRS) {
    const order: { id: number; status: OrderStatus } = { id: 7, status: from }
    if (mayBecome(from, to)) setStatus(order, to)
    else expect(() => setStatus(order, to)).toThrow(`order 7 cannot go from ${from} to ${to}`)
    expect(order.status).toBe(mayBecome(from, to) ? to : from)
  }
})

test('no status follows itself, and from every status a final one is reached', () => {
  const reachesEnd = (status: OrderStatus): boolean =>
    TRANSITIONS[status].length === 0 || TRANSITIONS[status].some(reachesEnd)
  for (const status of ORDER_STATUSES) {
    expect(mayBecome(status, status)).toBe(false)
    expect(reachesEnd(status)).toBe(true)
  }
})

test('what stands can be cancelled and can expire, and nothing else can', () => {
  for (const status of ORDER_STATUSES)
    for (const end of ['CANCELLED_BY_USER', 'CANCELLED_BY_ADMIN', 'EXPIRED'] as const)
      expect(mayBecome(status, end), `${status} → ${end}`).toBe(isStanding(status))
})
