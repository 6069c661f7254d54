import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#client/ui/link.tsx'
import { CodeScreen } from './code-screen.tsx'
import { pageAfterLogin } from './page-after-login.ts'
import type { PendingCode } from './pending-code.ts'

/** Where a code is entered, and then the way on from it. */
export function CodePage({ pending, begin }: { pending: PendingCode; begin: '/login' | '/sign-up' }) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate({ from: begin })
  return (
    <CodeScreen
      pending={pending}
      back={<TextLink to={begin}>{t('code.changeMobile')}</TextLink>}
      onSignedIn={(session) => void navigate({ ...pageAfterLogin(session, pending), replace: true })}
    />
  )
}
