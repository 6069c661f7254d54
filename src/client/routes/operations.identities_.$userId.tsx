import { createFileRoute } from '@tanstack/react-router'
import { IdentityRoom } from '#client/features/operations/identity-room.tsx'

export const Route = createFileRoute('/operations/identities_/$userId')({ component: Identity })

function Identity() {
  const { userId } = Route.useParams()
  return <IdentityRoom key={userId} id={userId} />
}
