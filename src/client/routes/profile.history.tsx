import { createFileRoute } from '@tanstack/react-router'
import {
  type HistorySearch,
  readHistoryFilter,
  readHistoryTab,
  readOrderId,
} from '#client/features/history/history-filter.ts'
import { HistoryPage } from '#client/features/history/history-page.tsx'
import { begin } from './-begin.ts'

export const Route = createFileRoute('/profile/history')({
  staticData: { title: 'history', verifyFirst: true },
  // `undefined` must be explicit: the router merges this result into the original search parameters.
  validateSearch: (search: Record<string, unknown>): HistorySearch => ({
    tab: readHistoryTab(search.tab),
    order: readOrderId(search.order),
    ...readHistoryFilter(search),
  }),
  loader: (loading) => {
    const search: Record<string, unknown> = { ...loading.location.search }
    begin(loading, (client) => import('./-requests.ts').then(({ requestHistory }) => requestHistory(client, search)))
  },
  component: History,
})

function History() {
  const { tab = 'trades', order, ...filter } = Route.useSearch()
  const navigate = Route.useNavigate()
  const show = (search: HistorySearch) => void navigate({ search, replace: true, resetScroll: false })
  return (
    <HistoryPage
      tab={tab}
      onTab={(next) => show({ ...filter, tab: next })}
      filter={filter}
      onFilter={(next) => show({ ...next, tab })}
      orderId={order}
      onCloseOrder={() => show({ ...filter, tab })}
    />
  )
}
