import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '#client/features/operations/overview-page.tsx'

export const Route = createFileRoute('/operations/')({ component: OverviewPage })
