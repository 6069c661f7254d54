import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { AgeBadge } from './age-badge.tsx'

const SECOND_MS = 1_000
/** What is asked for every few seconds is old when several answers are missing. */
const POLLED_OLD_MS = 10_000

interface QueryAgeProps {
  readonly queryKey: QueryKey
  readonly of?: 'price' | 'balance'
}

/** The age of a polled query's last answer, once that is old. It is drawn alone: an answer that arrives in time draws nothing. */
export function QueryAge({ queryKey, of = 'price' }: QueryAgeProps) {
  const client = useQueryClient()
  const oldAt = useSyncExternalStore(subscribeToTime, () => {
    const { dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {}
    return dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > POLLED_OLD_MS ? dataUpdatedAt : undefined
  })
  return oldAt === undefined ? null : <AgeBadge at={oldAt} of={of} oldAfterMs={POLLED_OLD_MS} />
}

function subscribeToTime(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND_MS)
  return () => clearInterval(timer)
}
