import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'
import { Unloaded } from './unloaded.tsx'

/** The part of an infinite query that is used here. */
export interface Pages<Row> {
  readonly data: { readonly pages: readonly { readonly content: readonly Row[] }[] } | undefined
  readonly isError: boolean
  readonly isFetching: boolean
  /** The query waits for a network. */
  readonly isPaused: boolean
  readonly isFetchingNextPage: boolean
  readonly hasNextPage: boolean
  readonly fetchNextPage: () => unknown
  readonly refetch: () => unknown
}

type PageListProps<Row> = {
  pages: Pages<Row>
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list that loads another page when its end comes into view or its button is pressed. */
export function PageList<Row>({ pages, empty, children }: PageListProps<Row>) {
  const { t } = useTranslation('ui')
  const { data, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } = pages
  if (!data) return <Unloaded query={pages} rows={6} />
  const rows = data.pages.flatMap(({ content }) => content)
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows)}
      {isError && <ErrorState onRetry={() => void fetchNextPage()} retrying={isFetching} />}
      {hasNextPage && !isError && (
        <ListEnd key={rows.length} busy={isFetchingNextPage} onReached={() => void fetchNextPage()} />
      )}
      {!hasNextPage && data.pages.length > 1 && (
        <chakra.p role="status" textAlign="center" fontSize="sm" color="fg.muted" paddingTop="4">
          {t('list.end')}
        </chakra.p>
      )}
    </>
  )
}

function ListEnd({ busy, onReached }: { busy: boolean; onReached: () => void }) {
  const { t } = useTranslation('ui')
  const end = useRef<HTMLDivElement>(null)
  const reached = useRef(onReached)
  useEffect(() => {
    reached.current = onReached
  })
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) reached.current()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <chakra.div ref={end} display="grid" justifyItems="center" paddingTop="4">
      <Button variant="quiet" loading={busy} onClick={onReached}>
        {t('list.more')}
      </Button>
    </chakra.div>
  )
}
