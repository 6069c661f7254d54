import { createFileRoute, redirect } from '@tanstack/react-router'
import { ensureSession } from '#client/entities/session/session.ts'
import { readNext, readReason } from '#client/features/auth/auth-search.ts'
import { pageAfterLogin } from '#client/features/auth/code-screen.tsx'
import { GoogleButton } from '#client/features/auth/google-button.tsx'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { PasskeyLogin } from '#client/features/auth/passkey-login.tsx'
import { pageOfStep } from '#client/features/auth/pending-code.ts'

export const Route = createFileRoute('/login')({
  staticData: { title: 'login', form: true },
  validateSearch: (search: Record<string, unknown>) => ({ ...readNext(search), ...readReason(search) }),
  beforeLoad: async ({ context }) => {
    if (await ensureSession(context.queryClient)) throw redirect({ to: '/profile' })
  },
  component: LoginPage,
})

function LoginPage() {
  const { next, reason } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <LoginScreen
      next={next}
      reason={reason}
      onCodeSent={(twoStep) => void navigate({ to: pageOfStep(twoStep) })}
      others={
        <>
          <PasskeyLogin
            onLoggedIn={(session) => void navigate({ ...pageAfterLogin(session, { next }), replace: true })}
          />
          <GoogleButton next={next} />
        </>
      }
    />
  )
}
