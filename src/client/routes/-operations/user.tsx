import { getRouteApi } from '@tanstack/react-router'
import { UserScreen } from '#client/features/operations/user-screen.tsx'

const route = getRouteApi('/operations/users/$userId')

export function User() {
  const { userId } = route.useParams()
  return <UserScreen key={userId} id={userId} />
}
