import { createFileRoute } from '@tanstack/react-router'
import { HistoryPage } from '#client/features/history/history-page.tsx'
import { type HistoryTab, readHistoryTab, readOrderId } from '#client/features/history/history-tab.ts'
import { begin } from './-begin.ts'

export const Route = createFileRoute('/profile/history')({
  staticData: { title: 'history', verifyFirst: true },
  // `undefined` must be explicit: the router merges this result into the original search parameters.
  validateSearch: ({
    tab,
    order,
  }: Record<string, unknown>): { tab?: HistoryTab | undefined; order?: number | undefined } => ({
    tab: readHistoryTab(tab),
    order: readOrderId(order),
  }),
  loader: (loading) => {
    const { tab }: { tab?: string } = loading.location.search
    begin(loading, (client) =>
      import('./-requests.ts').then(({ requestHistory }) => requestHistory(client, readHistoryTab(tab) ?? 'trades')),
    )
  },
  component: History,
})

function History() {
  const { tab = 'trades', order } = Route.useSearch()
  const navigate = Route.useNavigate()
  const show = (next: HistoryTab) => void navigate({ search: { tab: next }, replace: true })
  return <HistoryPage tab={tab} onTab={show} orderId={order} onCloseOrder={() => show(tab)} />
}
