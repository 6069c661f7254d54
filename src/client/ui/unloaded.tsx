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
  if (query.isPaused || (query.isError && isOffline)) return <OfflineState />
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
  return <SkeletonRows {...skeleton} />
}
