import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#client/features/settings/settings-screen.tsx'
import type { LinkOutcome } from '#client/features/settings/sign-on-section.tsx'

export const Route = createFileRoute('/profile/settings')({
  staticData: { title: 'settings' },
  validateSearch: ({ signOn }: Record<string, unknown>): { signOn?: LinkOutcome | undefined } => ({
    signOn: signOn === 'linked' || signOn === 'taken' ? signOn : undefined,
  }),
  component: SettingsPage,
})

function SettingsPage() {
  return <SettingsScreen signOn={Route.useSearch().signOn} />
}
