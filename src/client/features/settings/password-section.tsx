import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { PasswordHints } from '#client/ui/password-hints.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { usePasswordForm } from './use-password-form.ts'

/** The password: present, new, and the new one once more. */
export function PasswordSection() {
  const { t } = useTranslation('settings')
  const { form, busy, refusal, edit, problemOf, save } = usePasswordForm(() =>
    showToast({ tone: 'success', title: t('password.changed'), text: t('password.hold') }),
  )
  return (
    <Section title={t('password.title')} note={t('password.note')}>
      <Form
        noValidate
        columnGap="8"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 26rem) minmax(0, 1fr)' }}
        css={{ '& > *': { gridColumn: 1 } }}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {refusal && <RefusalNotice error={refusal} />}
        <PasswordField
          label={t('password.present')}
          name="oldPassword"
          autoComplete="current-password"
          required
          value={form.oldPassword}
          onChange={(oldPassword) => edit({ oldPassword })}
          problem={problemOf('oldPassword')}
        />
        <PasswordField
          label={t('password.new')}
          name="password"
          autoComplete="new-password"
          required
          value={form.password}
          onChange={(password) => edit({ password })}
          problem={problemOf('password')}
        />
        <chakra.div md={{ gridColumn: '2 !important', gridRow: '2', alignSelf: 'center' }}>
          <PasswordHints password={form.password} />
        </chakra.div>
        <PasswordField
          label={t('password.repeat')}
          name="repeat"
          autoComplete="new-password"
          required
          value={form.repeat}
          onChange={(repeat) => edit({ repeat })}
          problem={problemOf('repeat')}
        />
        <Button type="submit" loading={busy}>
          {t('password.action')}
        </Button>
      </Form>
    </Section>
  )
}
