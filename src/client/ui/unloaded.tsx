import { useState } from 'react'
import { useOffline } from '#client/lib/use-offline.ts'
import { ErrorState } from './error-state.tsx'
import { OfflineState } from './offline-state.tsx'
import { SkeletonRows } from './skeleton.tsx'

type UnloadedProps = {
  query: {
    readonly isError: boolean
    readonly isFetching: boolean
    /** The query waits for a network. */
    readonly isPaused: boolean
    readonly refetch: () => unknown
  }
  rows: number
  height?: string
}

/** Shown instead of data that a query has not loaded: skeleton rows, that there is no network, or that loading failed, with a button to retry. */
export function Unloaded({ query, ...skeleton }: UnloadedProps) {
  const isOffline = useOffline()
  const hasFailed = useHasFailed(query.isError)
  if (query.isPaused || (hasFailed && isOffline)) return <OfflineState />
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
  return <SkeletonRows {...skeleton} />
}

/** A polled list keeps retrying without a network: its failure stays on the screen until an answer arrives. */
function useHasFailed(isError: boolean): boolean {
  const [hasFailed, setHasFailed] = useState(isError)
  if (isError && !hasFailed) setHasFailed(true)
  return hasFailed || isError
}
