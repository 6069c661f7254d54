import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '#client/features/operations/settings-page.tsx'

export const Route = createFileRoute('/operations/settings')({ component: SettingsPage })
