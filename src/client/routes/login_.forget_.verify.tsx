import { createFileRoute } from '@tanstack/react-router'
import { CodePage } from '#client/features/auth/code-screen.tsx'
import { NewPasswordPage } from '#client/features/auth/new-password-page.tsx'

export const Route = createFileRoute('/login_/forget_/verify')({
  staticData: { title: 'code', form: true },
  loader: async () => (await import('#client/features/auth/pending-code.ts')).requirePendingStep(),
  component: VerifyPage,
})

/** The step of an authenticator, or else the form that replaces a forgotten password. */
function VerifyPage() {
  const { pending, reset } = Route.useLoaderData()
  if (pending) return <CodePage pending={pending} begin="/login" />
  return reset && <NewPasswordPage {...reset} />
}
