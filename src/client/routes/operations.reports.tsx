import { createFileRoute } from '@tanstack/react-router'
import { ReportsPage } from '#client/features/operations/reports-page.tsx'

export const Route = createFileRoute('/operations/reports')({ component: ReportsPage })
