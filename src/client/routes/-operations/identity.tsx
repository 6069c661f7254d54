import { getRouteApi } from '@tanstack/react-router'
import { IdentityRoom } from '#client/features/operations/identity-room.tsx'

const route = getRouteApi('/operations/identities/$userId')

export function Identity() {
  const { userId } = route.useParams()
  return <IdentityRoom key={userId} id={userId} />
}
