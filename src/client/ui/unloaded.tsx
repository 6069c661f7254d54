import { CloudOff } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
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

/** Shown instead of data that needs a network, such as balances. It has no button: the data loads when the network is back. */
function OfflineState() {
  const { t } = useTranslation('ui')
  return (
    <div role="status">
      <EmptyState icon={<CloudOff size={24} />} title={t('offline.title')} text={t('offline.text')} />
    </div>
  )
}

/** Whether the device itself reports that it has no network. React Query does not know this for a page that was opened offline. */
const useOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine)

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
