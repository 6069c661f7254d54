import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '#client/features/home/home-screen.tsx'
import { MarketsPreview } from '#client/features/markets/markets-preview.tsx'
import { QuickTrade } from '#client/features/otc/quick-trade.tsx'

export const Route = createFileRoute('/')({ staticData: { title: 'home', footer: true }, component: HomePage })

function HomePage() {
  return <HomeScreen quickTrade={<QuickTrade />} markets={<MarketsPreview />} />
}
