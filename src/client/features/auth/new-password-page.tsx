import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showToast } from '#client/ui/toasts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { NewPasswordScreen } from './new-password-screen.tsx'
import type { PendingReset } from './pending-code.ts'

/** The form of the new password and the login after it: immediately, or after the waiting time of the password. */
export function NewPasswordPage(pending: PendingReset) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate({ from: '/login' })
  const [effectiveAt, setEffectiveAt] = useState<Date>()
  const changed = (at: Date | undefined) => {
    if (at) return setEffectiveAt(at)
    showToast({ tone: 'success', title: t(`forgot.done.${WITHDRAWALS}`) })
    void navigate({ to: '/login', replace: true })
  }
  if (effectiveAt) return <WaitingPassword effectiveAt={effectiveAt} />
  // The key resets the form for another number.
  return <NewPasswordScreen key={pending.mobileNumber} {...pending} onChanged={changed} />
}

/** Explains why the new password is not valid yet, and what its owner can do meanwhile. */
function WaitingPassword({ effectiveAt }: { effectiveAt: Date }) {
  const { t } = useTranslation('auth')
  const language = useLanguage()
  // The longer form before may have been scrolled.
  useEffect(() => window.scrollTo(0, 0), [])
  return (
    <AuthFrame
      title={t('forgot.waiting.title')}
      text={t('forgot.waiting.text', { at: showDate(effectiveAt, language, 'date-time') })}
      footer={<TextLink to="/login">{t('forgot.back')}</TextLink>}
    >
      <Notice tone="info">{t('forgot.waiting.why')}</Notice>
    </AuthFrame>
  )
}
