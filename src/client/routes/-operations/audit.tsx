import { getRouteApi } from '@tanstack/react-router'
import { AuditPage } from '#client/features/operations/audit-page.tsx'

const route = getRouteApi('/operations/audit')

const orNothing = (text: string) => (text === '' ? undefined : text)

export function Audit() {
  const { user = '', operator = '', kind = '', from = '', to = '' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AuditPage
      filter={{ userId: user, operatorId: operator, kind, from, to }}
      onFilter={(next) => {
        const search = {
          user: orNothing(next.userId),
          operator: orNothing(next.operatorId),
          kind: orNothing(next.kind),
          from: orNothing(next.from),
          to: orNothing(next.to),
        }
        void navigate({ search, replace: true, resetScroll: false })
      }}
    />
  )
}
