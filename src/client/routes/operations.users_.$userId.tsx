import { createFileRoute } from '@tanstack/react-router'
import { UserScreen } from '#client/features/operations/user-screen.tsx'

export const Route = createFileRoute('/operations/users_/$userId')({ component: User })

function User() {
  const { userId } = Route.useParams()
  return <UserScreen key={userId} id={userId} />
}
