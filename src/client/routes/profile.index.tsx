import { createFileRoute } from '@tanstack/react-router'
import { Dashboard } from '#client/features/dashboard/dashboard.tsx'
import { RecentTrades } from '#client/features/history/recent-trades.tsx'
import { OpenOrders } from '#client/features/trade/my-orders.tsx'

export const Route = createFileRoute('/profile/')({
  staticData: { title: 'dashboard', verifyFirst: true },
  component: DashboardPage,
})

function DashboardPage() {
  return <Dashboard openOrders={<OpenOrders />} recentTrades={<RecentTrades />} />
}
