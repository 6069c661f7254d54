import { onlineManager, type Query } from '@tanstack/react-query'
import { isLive } from './live.ts'

/** How often data on several screens is refetched, in milliseconds. Every visitor loads this with the first page. */
export const POLL_MS = {
  prices: 5_000,
  wallets: 5_000,
  openOrders: 5_000,
  history: 5_000,
  markets: 5_000,
  tickets: 5_000,
} as const

/** A `refetchInterval` that pauses without a network and while the stream keeps the query up to date; React Query itself pauses it in a hidden tab. */
export const every = (intervalMs: number) => (query: Pick<Query, 'meta'>) =>
  onlineManager.isOnline() && !isLive(query) ? intervalMs : false
