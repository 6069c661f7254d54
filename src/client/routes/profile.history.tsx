import { createFileRoute } from '@tanstack/react-router'
import { HistoryPage } from '#client/features/history/history-page.tsx'
import { type HistoryTab, readHistoryTab } from '#client/features/history/history-tab.ts'

export const Route = createFileRoute('/profile/history')({
  staticData: { title: 'history', authorizedOnly: true },
  // `undefined` has to be said: the router lays this over the address as it was typed.
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: HistoryTab | undefined } => ({
    tab: readHistoryTab(tab),
  }),
  component: History,
})

function History() {
  const { tab = 'trades' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <HistoryPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />
}
