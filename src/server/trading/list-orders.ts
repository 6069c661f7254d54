import type { OrderStatus } from '#domain/order.ts'
import { readOrders } from '../store/trading/read-orders.ts'
import { marketOf } from './market-of.ts'
import { type OrderOnWire, orderOnWire } from './order-on-wire.ts'
import type { Trading } from './trading.ts'

export interface OrdersAsked {
  readonly orderStatus: readonly OrderStatus[] | undefined
  readonly excludedOrderStatus: readonly OrderStatus[] | undefined
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
  const { rows, totalPages } = await readOrders(database, {
    userId,
    statuses: asked.orderStatus,
    excludedStatuses: asked.excludedOrderStatus,
    place: asked.place,
    marketId: market?.id,
    page: asked.page,
    size: asked.size,
  })
  return { content: rows.map((row) => orderOnWire(row, marketOf(catalogue, row.marketId))), totalPages }
}
