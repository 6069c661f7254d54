import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/profile/')({
  staticData: { title: 'dashboard', authorizedOnly: true },
  component: DashboardPage,
})

function DashboardPage() {
  return null
}
