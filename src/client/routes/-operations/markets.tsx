import { getRouteApi } from '@tanstack/react-router'
import { MarketsPage } from '#client/features/operations/markets-page.tsx'

const route = getRouteApi('/operations/markets')

export function Markets() {
  const { tab = 'TOMAN' } = route.useSearch()
  const navigate = route.useNavigate()
  return <MarketsPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />
}
