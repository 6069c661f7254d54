import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { HomeScreen } from '#client/features/home/home-screen.tsx'
import { QuickTrade } from '#client/features/otc/quick-trade.tsx'

export const Route = createFileRoute('/')({
  // Most visits start here, so this page is in the same chunk as the app.
  codeSplitGroupings: [],
  staticData: { title: 'home', footer: true },
  component: HomePage,
})

const MarketsPreview = lazy(async () => ({
  default: (await import('#client/features/markets/markets-preview.tsx')).MarketsPreview,
}))

function HomePage() {
  return <HomeScreen quickTrade={<QuickTrade />} markets={<MarketsPreview />} />
}
