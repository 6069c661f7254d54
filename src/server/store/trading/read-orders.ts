import { isStanding, type OrderRecord, type OrderStatus } from '#domain/order.ts'
import type { PageOf } from '#domain/page.ts'
import type { Queryable } from '../database.ts'
import { type Paged, readPage } from '../page.ts'
import { type OrderColumns, orderRow } from '../read-exchange.ts'

export interface OrderFilter {
  readonly userId: number
  readonly statuses: readonly OrderStatus[]
  /** Absent: all markets. */
  readonly marketId: number | undefined
}

/** A user's orders of these statuses, newest first. */
export function readOrders(
  database: Queryable,
  { userId, statuses, marketId }: OrderFilter,
  asked: PageOf,
): Promise<Paged<OrderRecord>> {
  const values = [userId, ...statuses, ...(marketId === undefined ? [] : [marketId])]
  const ofMarket = marketId === undefined ? '' : ` and market_id = $${values.length}`
  const conditions = statuses.map(
    (status, index) =>
      // Worded like the indexes: open orders have their own.
      `user_id = $1 and status ${isStanding(status) ? 'in' : 'not in'} ('IS_OPEN', 'PENDING') and status = $${index + 2}${ofMarket}`,
  )
  return readPage(database, { list: { table: 'orders', conditions, values }, asked, read: orderRow })
}

/** One order of this user. */
export async function readOrder(
  database: Queryable,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<OrderRecord | undefined> {
  const [row] = await database.query<OrderColumns>('select * from orders where id = $1 and user_id = $2', [
    orderId,
    userId,
  ])
  return row && orderRow(row)
}

/** All open orders of a user. */
export async function readStandingOrders(database: Queryable, userId: number): Promise<OrderRecord[]> {
  const rows = await database.query<OrderColumns>(
    `select * from orders where user_id = $1 and status in ('IS_OPEN', 'PENDING')`,
    [userId],
  )
  return rows.map(orderRow)
}
