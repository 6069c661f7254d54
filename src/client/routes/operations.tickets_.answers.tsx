import { createFileRoute } from '@tanstack/react-router'
import { CannedAnswersPage } from '#client/features/operations/tickets/canned-answers-page.tsx'

export const Route = createFileRoute('/operations/tickets_/answers')({ component: CannedAnswersPage })
