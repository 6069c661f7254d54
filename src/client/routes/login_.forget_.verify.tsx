import { createFileRoute, redirect } from '@tanstack/react-router'
import { CodePage } from '#client/features/auth/code-screen.tsx'
import { NewPasswordPage } from '#client/features/auth/new-password-page.tsx'
import { pendingCode, pendingReset } from '#client/features/auth/pending-code.ts'

export const Route = createFileRoute('/login_/forget_/verify')({
  staticData: { title: 'code', form: true },
  loader: () => {
    const pending = pendingCode.read()
    if (pending?.twoStep === 'GOOGLE_AUTHENTICATOR') return { pending }
    const reset = pendingReset.read()
    if (!reset) throw redirect({ to: '/login', replace: true })
    return { reset }
  },
  component: VerifyPage,
})

/** The step of an authenticator, or else the form that replaces a forgotten password. */
function VerifyPage() {
  const { pending, reset } = Route.useLoaderData()
  if (pending) return <CodePage pending={pending} begin="/login" />
  return reset && <NewPasswordPage {...reset} />
}
