import { createFileRoute } from '@tanstack/react-router'
import { SignOnRegisterScreen } from '#client/features/auth/sign-on-register-screen.tsx'

export const Route = createFileRoute('/sign-up_/google')({
  staticData: { title: 'signUp', form: true },
  component: SignOnRegisterPage,
})

function SignOnRegisterPage() {
  const navigate = Route.useNavigate()
  return <SignOnRegisterScreen onCodeSent={() => void navigate({ to: '/sign-up/email-verification' })} />
}
