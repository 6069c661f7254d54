import { createFileRoute } from '@tanstack/react-router'
import { ForgetScreen } from '#client/features/auth/forget-screen.tsx'

export const Route = createFileRoute('/login_/forget')({
  staticData: { title: 'forgot', form: true },
  component: ForgetPage,
})

function ForgetPage() {
  const navigate = Route.useNavigate()
  return <ForgetScreen onAsked={() => void navigate({ to: '/login/forget-otp' })} />
}
