import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { IdentityScreen } from '#client/features/account/identity-screen.tsx'
import { TextLink } from '#client/ui/link.tsx'

export const Route = createFileRoute('/profile/fino-verifying')({
  staticData: { title: 'identity' },
  component: IdentityPage,
})

function IdentityPage() {
  const { t } = useTranslation('account')
  const navigate = Route.useNavigate()
  return (
    <IdentityScreen
      back={
        <TextLink to="/profile/account" search={{ edit: true }}>
          {t('identity.back')}
        </TextLink>
      }
      onVerified={() => void navigate({ to: '/profile', replace: true })}
    />
  )
}
