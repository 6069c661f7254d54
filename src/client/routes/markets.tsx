import { createFileRoute } from '@tanstack/react-router'
import { MarketsPage } from '#client/features/markets/markets-page.tsx'

export const Route = createFileRoute('/markets')({
  staticData: { title: 'markets', footer: true },
  component: MarketsPage,
})
