import { CloudOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { QueryAge } from './query-age.tsx'
import { type RowHeight, SkeletonRows } from './skeleton.tsx'

interface LoadedQuery {
  readonly isError: boolean
  readonly isFetching: boolean
  /** The query waits for a network. */
  readonly isPaused: boolean
  readonly refetch: () => unknown
}

interface PlaceholderProps {
  readonly query: LoadedQuery
  /** Rows of the skeleton, which should have the size of the content. */
  readonly rows: number
  readonly height?: RowHeight
}

interface QueryViewProps<Data> extends PlaceholderProps {
  /** The shown part of the answer; `undefined` until it is loaded. */
  readonly data: Data | undefined
  /** Shown instead of a list without entries. */
  readonly empty?: ReactNode
  /** Shows the age of the answer above it once it is old. */
  readonly age?: ComponentProps<typeof QueryAge>
  /** Absent if only the age or the placeholder is shown here. */
  readonly children?: (data: Data) => ReactNode
}

/** Shows the data of a query with its age; until it is loaded a placeholder, and for an empty list its empty state. */
export function QueryView<Data>({ data, empty, age, children, ...placeholder }: QueryViewProps<Data>) {
  if (data === undefined) return <QueryPlaceholder {...placeholder} />
  if (empty !== undefined && Array.isArray(data) && data.length === 0) return empty
  return (
    <>
      {age && (
        <div>
          <QueryAge {...age} />
        </div>
      )}
      {children?.(data)}
    </>
  )
}

/** Shown instead of data that a query has not loaded: skeleton rows, that there is no network, or that loading failed, with a button to retry. */
export function QueryPlaceholder({ query, ...skeleton }: PlaceholderProps) {
  const isOffline = useOffline()
  // A polled list keeps retrying without a network: its failure stays on the screen until an answer arrives.
  const [hasFailed, setHasFailed] = useState(query.isError)
  if (query.isError && !hasFailed) setHasFailed(true)
  if (query.isPaused || (hasFailed && isOffline)) return <OfflineState />
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
  return <SkeletonRows {...skeleton} />
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
