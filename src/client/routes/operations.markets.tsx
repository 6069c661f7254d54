import { createFileRoute } from '@tanstack/react-router'
import { MarketsRoom } from '#client/features/operations/markets-page.tsx'

export const Route = createFileRoute('/operations/markets')({ component: MarketsRoom })
