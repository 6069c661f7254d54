import { createFileRoute } from '@tanstack/react-router'
import { Dashboard } from '#client/features/dashboard/dashboard.tsx'
import { RecentOrders } from '#client/features/history/ended-orders.tsx'
import { OpenOrders } from '#client/features/trade/open-orders.tsx'

export const Route = createFileRoute('/profile/')({
  staticData: { title: 'dashboard', verifyFirst: true },
  component: DashboardPage,
})

function DashboardPage() {
  return <Dashboard openOrders={<OpenOrders />} recentOrders={<RecentOrders />} />
}
