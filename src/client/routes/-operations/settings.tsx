import { getRouteApi } from '@tanstack/react-router'
import { SettingsPage } from '#client/features/operations/settings-page.tsx'

const route = getRouteApi('/operations/settings')

export function Settings() {
  const { tab = 'markets' } = route.useSearch()
  const navigate = route.useNavigate()
  return <SettingsPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />
}
