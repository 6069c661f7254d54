import { createFileRoute } from '@tanstack/react-router'
import { InviteScreen } from '#client/features/invite/invite-screen.tsx'

export const Route = createFileRoute('/profile/invite')({
  staticData: { title: 'invite' },
  component: InviteScreen,
})
