import { toCount } from '#domain/counts.ts'
import type { Queryable } from '../database.ts'

/** An operator's order to the exchange, according to the audit log. */
export interface OrderedCancel {
  readonly userId: number
  readonly orderId: number
  readonly operatorId: number
  readonly ip: string
  readonly device: string
  readonly reason: string
}

interface Columns {
  user_id: bigint
  order_id: bigint
  operator_id: bigint
  ip: string
  device: string
  reason: string
}

const DONE = `exists (select 1 from audit_log done where done.kind = 'ORDER_CANCELLED_BY_OPERATOR' and done.user_id = asked.user_id
  and done.details::json->>'order' = asked.details::json->>'order')`

/** Cancellations ordered since then that were executed, but are not logged as done. */
export async function readUnfinishedCancels(database: Queryable, { since }: { since: Date }): Promise<OrderedCancel[]> {
  const rows = await database.query<Columns>(
    `select distinct on (o.id) o.id as order_id, asked.user_id, asked.operator_id, asked.ip, asked.device, asked.details::json->>'reason' as reason
      from audit_log asked join orders o on o.id = (asked.details::json->>'order')::bigint
      where asked.kind = 'ORDER_CANCEL_ORDERED' and asked.at > $1 and o.status = 'CANCELLED_BY_ADMIN' and not ${DONE}
      order by o.id, asked.id limit 100`,
    [since],
  )
  return rows.map((row) => ({
    userId: toCount(row.user_id),
    orderId: toCount(row.order_id),
    operatorId: toCount(row.operator_id),
    ip: row.ip,
    device: row.device,
    reason: row.reason,
  }))
}

/** Whether the log contains the end of a cancellation. */
export async function isCancelLogged(
  database: Queryable,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<boolean> {
  const rows = await database.query(
    `select 1 from audit_log where kind = 'ORDER_CANCELLED_BY_OPERATOR' and user_id = $1 and details::json->>'order' = $2 limit 1`,
    [userId, String(orderId)],
  )
  return rows.length > 0
}
