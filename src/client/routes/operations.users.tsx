import { createFileRoute } from '@tanstack/react-router'
import { UsersPage } from '#client/features/operations/users-page.tsx'

export const Route = createFileRoute('/operations/users')({ component: UsersPage })
