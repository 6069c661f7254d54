import { createFileRoute } from '@tanstack/react-router'
import { OperatorsPage } from '#client/features/operations/operators-page.tsx'

export const Route = createFileRoute('/operations/operators')({ component: OperatorsPage })
