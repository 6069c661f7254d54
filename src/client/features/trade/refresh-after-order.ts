import type { QueryClient } from '@tanstack/react-query'
import { getOrderBook } from '#contract/markets.ts'
import { getOrders, getTrades } from '#contract/orders.ts'
import { getMarketBalances, getWallets } from '#contract/wallets.ts'

const MOVED = [getOrders, getTrades, getMarketBalances, getWallets, getOrderBook]

/** Everything that an order or its end changes is asked for again at once, not at the next turn of the clock. */
export function refreshAfterOrder(client: QueryClient): void {
  for (const { path } of MOVED) void client.invalidateQueries({ queryKey: [path] })
}
