import { createFileRoute, redirect } from '@tanstack/react-router'
import { ensureSession } from '#client/entities/session/session.ts'
import { readNext } from '#client/features/auth/auth-search.ts'
import { EntryScreen } from '#client/features/auth/entry-screen.tsx'
import { GoogleButton } from '#client/features/auth/google-button.tsx'

export const Route = createFileRoute('/auth')({
  staticData: { title: 'auth' },
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => readNext(search),
  beforeLoad: async ({ context }) => {
    if (await ensureSession(context.queryClient)) throw redirect({ to: '/profile' })
  },
  component: EntryPage,
})

function EntryPage() {
  const { next } = Route.useSearch()
  return <EntryScreen next={next} others={<GoogleButton next={next} />} />
}
