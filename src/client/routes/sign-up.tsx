import { createFileRoute, redirect } from '@tanstack/react-router'
import { ensureSession } from '#client/entities/session/session.ts'
import { readNext, readReferralCode } from '#client/features/auth/auth-search.ts'
import { GoogleButton } from '#client/features/auth/google-button.tsx'
import { SignUpScreen } from '#client/features/auth/sign-up-screen.tsx'

export const Route = createFileRoute('/sign-up')({
  staticData: { title: 'signUp', form: true },
  validateSearch: (
    search: Record<string, unknown>,
  ): { next?: string | undefined; referralCode?: string | undefined } => ({
    ...readNext(search),
    referralCode: readReferralCode(search.referralCode),
  }),
  beforeLoad: async ({ context }) => {
    if (await ensureSession(context.queryClient)) throw redirect({ to: '/profile' })
  },
  component: SignUpPage,
})

function SignUpPage() {
  const { next, referralCode = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SignUpScreen
      next={next}
      referralCode={referralCode}
      onCodeSent={() => void navigate({ to: '/sign-up/email-verification' })}
      onSignedUp={() => void navigate({ to: '/', replace: true })}
      others={<GoogleButton next={next} referralCode={referralCode} />}
    />
  )
}
