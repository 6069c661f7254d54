import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { PasswordHints } from '#client/ui/password-hints.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import type { PasswordFormState } from './use-password-form.ts'

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
      noValidate
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
