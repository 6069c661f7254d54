import { getRouteApi } from '@tanstack/react-router'
import { UsersPage } from '#client/features/operations/users-page.tsx'

const route = getRouteApi('/operations/users')

export function Users() {
  const { state = 'ALL' } = route.useSearch()
  const navigate = route.useNavigate()
  // `state: true` keeps the text of the search, whatever state is chosen.
  const show = (next: typeof state) => void navigate({ search: { state: next }, state: true, replace: true })
  return <UsersPage state={state} onState={show} />
}
