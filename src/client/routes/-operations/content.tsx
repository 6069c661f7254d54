import { getRouteApi } from '@tanstack/react-router'
import { ContentPage } from '#client/features/operations/content/content-page.tsx'

const route = getRouteApi('/operations/content')

export function Content() {
  const { kind = 'PAGE' } = route.useSearch()
  const navigate = route.useNavigate()
  return <ContentPage kind={kind} onKind={(next) => void navigate({ search: { kind: next }, replace: true })} />
}
