import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { SECOND_MS } from '#client/lib/durations.ts'
import { isLive } from '#client/lib/live.ts'
import { AgeBadge } from './age-badge.tsx'

/** Data that is polled every few seconds is old after several missed answers. */
const POLLED_OLD_MS = 10_000

interface QueryAgeProps {
  readonly queryKey: QueryKey
  /** The key of another query whose figures are shown next to these: the older answer counts. */
  readonly beside?: QueryKey
  readonly of?: 'price' | 'balance' | 'order'
}

/** The age of a polled query's last answer, shown once it is old and while no stream keeps it up to date. It renders on its own, and not at all for answers that arrive in time. */
export function QueryAge({ queryKey, beside = queryKey, of = 'price' }: QueryAgeProps) {
  const client = useQueryClient()
  const oldAt = useSyncExternalStore(subscribeToTime, () => {
    const queries = [queryKey, beside].map((key) => client.getQueryCache().get(hashKey(key)))
    const answered = queries.map((query) => (query && !isLive(query) && query.state.dataUpdatedAt) || Date.now())
    const oldest = Math.min(...answered)
    return Date.now() - oldest > POLLED_OLD_MS ? oldest : undefined
  })
  return oldAt === undefined ? null : <AgeBadge at={oldAt} of={of} oldAfterMs={POLLED_OLD_MS} />
}

function subscribeToTime(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND_MS)
  return () => clearInterval(timer)
}
