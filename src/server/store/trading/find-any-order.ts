import { toCount } from '#domain/counts.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Queryable } from '../database.ts'
import { type OrderColumns, orderRow } from '../read-exchange.ts'

export interface OrderOwner {
  readonly id: number
  readonly name: string
  readonly mobile: string
  /** The name, if the account belongs to the exchange itself. */
  readonly systemName: string | undefined
}

/** An order of any user. */
export async function findAnyOrder(database: Queryable, orderId: number): Promise<OrderRecord | undefined> {
  const [row] = await database.query<OrderColumns>('select * from orders where id = $1', [orderId])
  return row && orderRow(row)
}

export async function findOrderOwner(database: Queryable, userId: number): Promise<OrderOwner> {
  const [row] = await database.query<{ id: bigint; name: string; mobile: string | null; house_name: string | null }>(
    `select u.id, coalesce(i.first_name || ' ' || i.last_name, '') as name, u.mobile, u.house_name
      from users u left join identities i on i.user_id = u.id where u.id = $1`,
    [userId],
  )
  return {
    id: row ? toCount(row.id) : userId,
    name: row?.name ?? '',
    mobile: row?.mobile ?? '',
    systemName: row?.house_name ?? undefined,
  }
}

/** The users with open orders in a market. */
export async function readOwnersOfStanding(database: Queryable, marketId: number): Promise<number[]> {
  const rows = await database.query<{ user_id: bigint }>(
    `select distinct user_id from orders where market_id = $1 and status in ('IS_OPEN', 'PENDING') order by user_id`,
    [marketId],
  )
  return rows.map(({ user_id }) => toCount(user_id))
}

/** A user's newest open orders. */
export async function readNewestStanding(
  database: Queryable,
  { userId, rowsMax }: { userId: number; rowsMax: number },
): Promise<OrderRecord[]> {
  const rows = await database.query<OrderColumns>(
    `select * from orders where user_id = $1 and status in ('IS_OPEN', 'PENDING') order by id desc limit $2`,
    [userId, rowsMax],
  )
  return rows.map(orderRow)
}
