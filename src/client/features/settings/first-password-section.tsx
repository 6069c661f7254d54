import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { Section } from '#client/ui/section.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { setFirstPassword } from '#contract/sign-on.ts'
import { type PasswordForm, validateFirstPassword } from './change-password.logic.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { identitiesQuery } from './sign-on.queries.ts'
import { usePasswordForm } from './use-password-form.ts'

/** Sets the first password of a user who signed up by single sign-on. */
export function FirstPasswordSection() {
  const { t } = useTranslation('signOn')
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ password }: Omit<PasswordForm, 'repeat'>) => callApi(setFirstPassword, { body: { password } }),
  })
  const onChanged = () => {
    showToast({ tone: 'success', title: t('password.done') })
    void client.invalidateQueries({ queryKey: identitiesQuery().queryKey })
  }
  const state = usePasswordForm({ validate: validateFirstPassword, change, onChanged })
  return (
    <Section title={t('password.title')} note={t(`password.note.${WITHDRAWALS}`)}>
      <NewPasswordForm state={state} action={t('password.action')} />
    </Section>
  )
}
