import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { HomeScreen } from '#client/features/home/home-screen.tsx'
import { QuickTrade } from '#client/features/otc/quick-trade.tsx'

export const Route = createFileRoute('/')({
  // Where most visits begin: it comes with the app itself.
  codeSplitGroupings: [],
  staticData: { title: 'home', footer: true },
  component: HomePage,
})

const MarketsPreview = lazy(async () => ({
  default: (await import('#client/features/markets/markets-page.tsx')).MarketsPreview,
}))

function HomePage() {
  return <HomeScreen quickTrade={<QuickTrade />} markets={<MarketsPreview />} />
}
