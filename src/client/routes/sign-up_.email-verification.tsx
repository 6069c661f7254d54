import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CodeScreen } from '#client/features/auth/code-screen.tsx'
import { pageAfterLogin } from '#client/features/auth/page-after-login.ts'
import { readPendingCode } from '#client/features/auth/pending-code.ts'
import { TextLink } from '#client/ui/link.tsx'

export const Route = createFileRoute('/sign-up_/email-verification')({
  staticData: { title: 'code' },
  loader: () => {
    const pending = readPendingCode()
    if (!pending) throw redirect({ to: '/sign-up', replace: true })
    return { pending }
  },
  component: SignUpCodePage,
})

function SignUpCodePage() {
  const { t } = useTranslation('auth')
  const { pending } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  return (
    <CodeScreen
      pending={pending}
      back={<TextLink to="/sign-up">{t('code.changeMobile')}</TextLink>}
      onSignedIn={(session) => void navigate({ ...pageAfterLogin(session, pending), replace: true })}
    />
  )
}
