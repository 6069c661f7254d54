import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/profile/history')({
  staticData: { title: 'history', authorizedOnly: true },
  component: HistoryPage,
})

function HistoryPage() {
  return null
}
