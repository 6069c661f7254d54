import { getRouteApi } from '@tanstack/react-router'
import { IdentityPage } from '#client/features/operations/identity-page.tsx'

const route = getRouteApi('/operations/identities/$userId')

export function Identity() {
  const { userId } = route.useParams()
  return <IdentityPage key={userId} id={userId} />
}
