import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'
import { QueryView } from './query-view.tsx'

/** The part of an infinite query that is used here. */
export interface Pages<Row> {
  readonly data: { readonly pages: readonly { readonly content: readonly Row[] }[] } | undefined
  readonly isError: boolean
  readonly isFetchNextPageError: boolean
  readonly isFetching: boolean
  /** The query waits for a network. */
  readonly isPaused: boolean
  readonly isFetchingNextPage: boolean
  readonly hasNextPage: boolean
  readonly fetchNextPage: () => unknown
  readonly refetch: () => unknown
}

interface PageListProps<Row> {
  readonly pages: Pages<Row>
  readonly empty?: ReactNode
  /** Rows of the skeleton. */
  readonly rows?: number
  /** `scroll` loads another page when the end of the list comes near, too; `press` only when the button is pressed. */
  readonly more?: 'scroll' | 'press'
  readonly moreLabel?: string
  /** Says nothing about a failed refresh: for a polled list, which asks again by itself, and for a page that tells the failure. */
  readonly quiet?: boolean
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** A list that is loaded in pages. A failed refresh is told above it, a failed page at its end, each with a button to retry. */
export function PageList<Row>({
  pages,
  empty,
  rows = 6,
  more = 'press',
  moreLabel,
  quiet = false,
  children,
}: PageListProps<Row>) {
  const { t } = useTranslation('ui')
  const { data, isError, isFetching, isFetchingNextPage, hasNextPage } = pages
  const next = () => void pages.fetchNextPage()
  const failed = isError && !quiet && (pages.isFetchNextPageError ? 'page' : 'refresh')
  return (
    <QueryView query={pages} data={data?.pages.flatMap(({ content }) => content)} rows={rows} empty={empty}>
      {(loaded) => (
        <>
          {failed === 'refresh' && <ErrorState onRetry={() => void pages.refetch()} retrying={isFetching} />}
          {children(loaded)}
          {failed === 'page' && <ErrorState onRetry={next} retrying={isFetching} />}
          {hasNextPage && failed !== 'page' && (
            <ListEnd
              key={loaded.length}
              label={moreLabel ?? t('list.more')}
              busy={isFetchingNextPage}
              onReached={more === 'scroll' ? next : undefined}
              onPress={next}
            />
          )}
          {more === 'scroll' && !hasNextPage && (data?.pages.length ?? 0) > 1 && (
            <chakra.p role="status" textAlign="center" fontSize="sm" color="fg.muted" paddingTop="4">
              {t('list.end')}
            </chakra.p>
          )}
        </>
      )}
    </QueryView>
  )
}

interface ListEndProps {
  readonly label: string
  readonly busy: boolean
  readonly onReached: (() => void) | undefined
  readonly onPress: () => void
}

/** Another page is asked for half a screen before the end of the list. */
const NEAR = '50% 0px'

function ListEnd({ label, busy, onReached, onPress }: ListEndProps) {
  const end = useRef<HTMLDivElement>(null)
  const reached = useRef(onReached)
  useEffect(() => {
    reached.current = onReached
  })
  useEffect(() => {
    if (!end.current || !reached.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reached.current?.()
      },
      { rootMargin: NEAR },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <chakra.div ref={end} display="grid" justifyItems="center" paddingTop="4">
      <Button variant="quiet" loading={busy} onClick={onPress}>
        {label}
      </Button>
    </chakra.div>
  )
}
