import { createFileRoute } from '@tanstack/react-router'
import { MarketsPage } from '../features/markets/markets-page.tsx'

export const Route = createFileRoute('/markets')({ staticData: { title: 'markets' }, component: MarketsPage })
