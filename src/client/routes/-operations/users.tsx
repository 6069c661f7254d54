import { getRouteApi } from '@tanstack/react-router'
import { UsersPage } from '#client/features/operations/users-page.tsx'

const route = getRouteApi('/operations/users')

export function Users() {
  const { state = 'ALL' } = route.useSearch()
  const navigate = route.useNavigate()
  return <UsersPage state={state} onState={(next) => void navigate({ search: { state: next }, replace: true })} />
}
