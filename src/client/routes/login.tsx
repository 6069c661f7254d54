import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { readNext } from '#client/features/auth/read-next.ts'
import { ensureSession } from '#client/lib/session.ts'

export const Route = createFileRoute('/login')({
  staticData: { title: 'login' },
  validateSearch: readNext,
  beforeLoad: async ({ context }) => {
    if (await ensureSession(context.queryClient)) throw redirect({ to: '/profile' })
  },
  component: LoginPage,
})

function LoginPage() {
  const { next } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <LoginScreen next={next} onCodeSent={() => void navigate({ to: '/login/send-phone' })} />
}
