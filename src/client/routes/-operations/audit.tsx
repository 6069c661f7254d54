import { getRouteApi } from '@tanstack/react-router'
import { AuditPage } from '#client/features/operations/audit-page.tsx'

const route = getRouteApi('/operations/audit')

export function Audit() {
  const { user } = route.useSearch()
  return <AuditPage key={user} userId={user} />
}
