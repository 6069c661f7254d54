import { createFileRoute, redirect } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { awaitsIdentityCode, ensureSession } from '#client/entities/session/session.ts'
import { IdentityScreen } from '#client/features/account/identity-screen.tsx'
import { TextLink } from '#client/ui/link.tsx'

export const Route = createFileRoute('/profile/fino-verifying')({
  staticData: { title: 'identity', form: true },
  beforeLoad: async ({ context }) => {
    const session = await ensureSession(context.queryClient)
    if (session && !awaitsIdentityCode(session)) throw redirect({ to: '/profile/account', replace: true })
  },
  component: IdentityPage,
})

function IdentityPage() {
  const { t } = useTranslation('account')
  const navigate = Route.useNavigate()
  const toAccount = useCallback(() => void navigate({ to: '/profile/account', replace: true }), [navigate])
  return (
    <IdentityScreen
      back={
        <TextLink to="/profile/account" search={{ edit: true }}>
          {t('identity.back')}
        </TextLink>
      }
      onVerified={() => void navigate({ to: '/profile', replace: true })}
      onNotAwaited={toAccount}
    />
  )
}
