import { createFileRoute } from '@tanstack/react-router'
import { QueuePage } from '#client/features/operations/tickets/queue-page.tsx'

export const Route = createFileRoute('/operations/tickets')({ component: QueuePage })
