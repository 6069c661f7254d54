import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '#client/features/operations/audit-page.tsx'

export const Route = createFileRoute('/operations/audit')({
  validateSearch: ({ user }: Record<string, unknown>): { user?: string | undefined } => ({
    user: typeof user === 'string' || typeof user === 'number' ? String(user) : undefined,
  }),
  component: Audit,
})

function Audit() {
  const { user } = Route.useSearch()
  return <AuditPage key={user} userId={user} />
}
