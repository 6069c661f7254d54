import { createFileRoute } from '@tanstack/react-router'
import { ProposalsPage } from '#client/features/operations/proposals-page.tsx'

export const Route = createFileRoute('/operations/proposals')({ component: ProposalsPage })
