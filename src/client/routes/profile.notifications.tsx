import { createFileRoute } from '@tanstack/react-router'
import { NotificationsScreen } from '#client/features/notifications/notifications-screen.tsx'

export const Route = createFileRoute('/profile/notifications')({
  staticData: { title: 'notifications' },
  component: NotificationsScreen,
})
