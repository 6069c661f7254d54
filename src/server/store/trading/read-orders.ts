import type { OrderRecord, OrderStatus } from '#domain/order.ts'
import { isStanding } from '#domain/order-life-cycle.ts'
import type { Queryable } from '../database.ts'
import { offsetOf, type Paged, type PageOf, pagesOf } from '../page.ts'
import { type OrderColumns, orderRow } from '../read-exchange.ts'

export interface OrderFilter extends PageOf {
  readonly userId: number
  /** Of any of these; absent: of any. */
  readonly statuses: readonly OrderStatus[] | undefined
  readonly excludedStatuses: readonly OrderStatus[] | undefined
  /** Quick trades, orders for the book, or both. */
  readonly place: 'EXCHANGE' | 'P2P' | undefined
  readonly marketId: number | undefined
}

/** Said in so many words, so that the small index of standing orders is used. */
const STANDING = `status in ('IS_OPEN', 'PENDING')`

const CONDITION = `user_id = $1
  and ($2::order_status[] is null or status = any($2::order_status[]))
  and ($3::order_status[] is null or status <> all($3::order_status[]))
  and ($4::text is null or (kind = 'EXCHANGE') = ($4::text = 'EXCHANGE'))
  and ($5::smallint is null or market_id = $5::smallint)`

/** A user's orders, newest first. */
export async function readOrders(database: Queryable, filter: OrderFilter): Promise<Paged<OrderRecord>> {
  const values = [
    filter.userId,
    filter.statuses ?? null,
    filter.excludedStatuses ?? null,
    filter.place ?? null,
    filter.marketId ?? null,
  ]
  const condition = filter.statuses?.every(isStanding) ? `${CONDITION} and ${STANDING}` : CONDITION
  const rows = await database.query<OrderColumns>(
    `select * from orders where ${condition} order by id desc limit $6::integer offset $7::integer`,
    [...values, filter.size, offsetOf(filter)],
  )
  const [total] = await database.query<{ count: bigint }>(`select count(*) from orders where ${condition}`, values)
  return { rows: rows.map(orderRow), totalPages: pagesOf(total?.count ?? 0n, filter) }
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
