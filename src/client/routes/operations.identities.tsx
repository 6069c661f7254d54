import { createFileRoute } from '@tanstack/react-router'
import { IdentitiesPage } from '#client/features/operations/identities-page.tsx'

export const Route = createFileRoute('/operations/identities')({ component: IdentitiesPage })
