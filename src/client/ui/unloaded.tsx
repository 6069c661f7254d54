import { ErrorState } from './error-state.tsx'
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

/** In place of the data that a query has not loaded: skeleton rows, or that it could not be loaded, as without a network, with a button to retry. */
export function Unloaded({ query, ...skeleton }: UnloadedProps) {
  if (query.isError || query.isPaused)
    return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
  return <SkeletonRows {...skeleton} />
}
