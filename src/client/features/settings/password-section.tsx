import { useTranslation } from 'react-i18next'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { PasswordField } from '#client/ui/password-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { validatePasswords } from './change-password.logic.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { useChangePassword } from './security.commands.ts'
import { usePasswordForm } from './use-password-form.ts'

/** The form to change the password: the present one, the new one, and its repetition. */
export function PasswordSection() {
  const { t } = useTranslation('settings')
  const state = usePasswordForm({
    validate: validatePasswords,
    change: useChangePassword(),
    onChanged: () =>
      showToast({ tone: 'success', title: t('password.changed'), text: t(`password.hold.${WITHDRAWALS}`) }),
  })
  return (
    <Section title={t('password.title')} note={t(`password.note.${WITHDRAWALS}`)}>
      <NewPasswordForm state={state} action={t('password.action')}>
        <PasswordField {...state.bind('oldPassword')} label={t('password.present')} autoComplete="current-password" />
      </NewPasswordForm>
    </Section>
  )
}
