import { createFileRoute } from '@tanstack/react-router'
import { BroadcastsPage } from '#client/features/operations/broadcasts-page.tsx'

export const Route = createFileRoute('/operations/broadcasts')({ component: BroadcastsPage })
