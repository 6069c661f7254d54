import { chakra } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordHints } from '#client/entities/account/password-hints.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { setFirstPassword } from '#contract/sign-on.ts'
import { useChangePassword } from './security.commands.ts'
import { identitiesQuery } from './security.queries.ts'
import {
  type PasswordForm,
  type PasswordFormState,
  usePasswordForm,
  validateFirstPassword,
  validatePasswords,
} from './use-password-form.ts'

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

type NewPasswordFormProps = {
  state: PasswordFormState
  action: string
  /** The fields before the new password. */
  children?: ReactNode
}

/** A new password and its repetition, with the rules next to it on a wide screen. */
export function NewPasswordForm({ state, action, children }: NewPasswordFormProps) {
  const { t } = useTranslation('settings')
  const { form, busy, refusal, bind, save } = state
  return (
    <Form
      columnGap="8"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 26rem) minmax(0, 1fr)' }}
      css={{ '& > *': { gridColumn: 1 } }}
      onSubmit={save}
    >
      {refusal && <RefusalNotice error={refusal} />}
      {children}
      <chakra.div
        display="grid"
        gap="4"
        columnGap="8"
        gridColumn="1 / -1 !important"
        gridTemplateColumns="subgrid"
        alignItems="center"
      >
        <PasswordField {...bind('password')} label={t('password.new')} autoComplete="new-password" />
        <PasswordHints password={form.password} />
      </chakra.div>
      <PasswordField {...bind('repeat')} label={t('password.repeat')} autoComplete="new-password" />
      <Button type="submit" loading={busy}>
        {action}
      </Button>
    </Form>
  )
}

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
