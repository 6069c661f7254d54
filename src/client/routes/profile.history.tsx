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
  // The page reads them: a check here would be in the first load of every page.
  validateSearch: (search: UnreadSearch): UnreadSearch => search,
  loader: (loading) => {
    const search: Record<string, unknown> = { ...loading.location.search }
    begin(loading, (client) => import('./-requests.ts').then(({ requestHistory }) => requestHistory(client, search)))
  },
  component: History,
})

type UnreadSearch = { readonly [Field in keyof HistorySearch]?: unknown }

function History() {
  const search: Record<string, unknown> = { ...Route.useSearch() }
  const tab = readHistoryTab(search.tab) ?? 'trades'
  const order = readOrderId(search.order)
  const filter = readHistoryFilter(search)
  const navigate = Route.useNavigate()
  const show = (next: HistorySearch) => void navigate({ search: next, replace: true, resetScroll: false })
  return (
    <HistoryPage
      tab={tab}
      // A status of one list may mean nothing in the next.
      onTab={(next) => show({ ...filter, payment: undefined, tab: next })}
      filter={filter}
      onFilter={(next) => show({ ...next, tab })}
      orderId={order}
      onCloseOrder={() => show({ ...filter, tab })}
    />
  )
}
