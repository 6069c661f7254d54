import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { showToast } from '#client/ui/toasts.ts'
import { NewPasswordScreen } from './new-password-screen.tsx'

type NewPasswordPageProps = { mobileNumber: string; expiresAt: number | undefined }

/** The new password, and the login that follows it. */
export function NewPasswordPage({ mobileNumber, expiresAt }: NewPasswordPageProps) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate({ from: '/login' })
  const changed = () => {
    showToast({ tone: 'success', title: t('forgot.done') })
    void navigate({ to: '/login', replace: true })
  }
  // Another number is another form.
  return <NewPasswordScreen key={mobileNumber} mobileNumber={mobileNumber} expiresAt={expiresAt} onChanged={changed} />
}
