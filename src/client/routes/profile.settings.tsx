import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#client/features/settings/settings-screen.tsx'

export const Route = createFileRoute('/profile/settings')({
  staticData: { title: 'settings' },
  component: SettingsScreen,
})
