import { useState } from 'react'
import { useOffline } from '#client/lib/use-offline.ts'
import { ErrorState } from './error-state.tsx'
import { OfflineState } from './offline-state.tsx'
import { SkeletonRows } from './skeleton.tsx'

type UnloadedProps = {
  query: {
    readonly isError: boolean
    readonly isFetching: boolean
    /** Waits for a network. */
    readonly isPaused: boolean
    readonly refetch: () => unknown
  }
  rows: number
  height?: string
}

/** In place of the data that a query has not loaded: skeleton rows, that there is no network, or that it could not be loaded, with a button to retry. */
export function Unloaded({ query, ...skeleton }: UnloadedProps) {
  const isOffline = useOffline()
  const hasFailed = useHasFailed(query.isError)
  if (query.isPaused || (hasFailed && isOffline)) return <OfflineState />
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
  return <SkeletonRows {...skeleton} />
}

/** A list that is polled tries again without a network: what it says stays until it has an answer. */
function useHasFailed(isError: boolean): boolean {
  const [hasFailed, setHasFailed] = useState(isError)
  if (isError && !hasFailed) setHasFailed(true)
  return hasFailed || isError
}
