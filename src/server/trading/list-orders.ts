import type * as z from 'zod/mini'
import type { AskedStatus } from '#contract/orders.ts'
import { ORDER_STATUSES, type OrderStatus } from '#domain/order.ts'
import { readOrders } from '../store/trading/read-orders.ts'
import { marketOf } from './market-of.ts'
import { type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import type { Trading } from './trading.ts'

type Asked = z.output<typeof AskedStatus>

export interface OrdersAsked {
  readonly orderStatus: readonly Asked[] | undefined
  readonly excludedOrderStatus: readonly Asked[] | undefined
  readonly place: 'EXCHANGE' | 'P2P' | undefined
  readonly market: string | undefined
  readonly size: number
  readonly page: number
}

/** The caller's own orders, newest first; a market that does not exist has none. */
export async function listOrders(
  { database, catalogue }: Trading,
  userId: number,
  asked: OrdersAsked,
): Promise<{ content: OrderOnWire[]; totalPages: number }> {
  const market = asked.market === undefined ? undefined : catalogue.marketBySymbol.get(asked.market)
  if (asked.market !== undefined && !market) return { content: [], totalPages: 0 }
  const statuses = asked.orderStatus?.filter(isStatus)
  if (statuses?.length === 0) return { content: [], totalPages: 0 }
  const { rows, totalPages } = await readOrders(database, {
    userId,
    statuses,
    excludedStatuses: asked.excludedOrderStatus?.filter(isStatus),
    place: asked.place,
    marketId: market?.id,
    page: asked.page,
    size: asked.size,
  })
  return { content: rows.map((row) => orderOnWire(row, marketOf(catalogue, row.marketId))), totalPages }
}

/** Whether any order can have this status. */
const isStatus = (asked: Asked): asked is OrderStatus => ORDER_STATUSES.some((status) => status === asked)
