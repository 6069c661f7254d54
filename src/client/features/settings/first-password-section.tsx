import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal, callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { PasswordHints } from '#client/ui/password-hints.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { setFirstPassword } from '#contract/sign-on.ts'
import { validatePasswords } from './change-password.logic.ts'
import { identitiesQuery } from './sign-on.queries.ts'

/** The first password of somebody who signed up by single sign-on. */
export function FirstPasswordSection() {
  const { t } = useTranslation('signOn')
  const { t: tSettings } = useTranslation('settings')
  const sentenceOf = useSentenceOf()
  const client = useQueryClient()
  const [form, setForm] = useState({ password: '', repeat: '' })
  const [checked, setChecked] = useState(false)
  const save = useMutation({
    mutationFn: (password: string) => callApi(setFirstPassword, { body: { password } }),
    onSuccess: () => {
      showToast({ tone: 'success', title: t('password.done') })
      return client.invalidateQueries({ queryKey: identitiesQuery().queryKey })
    },
  })
  const { oldPassword: _, ...problems } = validatePasswords({ oldPassword: '', ...form })
  const refusedField = save.error instanceof ApiRefusal ? save.error.field : undefined
  const problemOf = (field: keyof typeof form) => {
    if (save.isError && refusedField === field) return sentenceOf(save.error)
    const problem = checked ? problems[field] : undefined
    return problem && tSettings(`password.problem.${problem}`)
  }
  const edit = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part })
    save.reset()
  }
  return (
    <Section title={t('password.title')} note={t('password.note')}>
      <Form
        noValidate
        maxWidth="26rem"
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (Object.keys(problems).length === 0) save.mutate(form.password)
        }}
      >
        {save.isError && refusedField !== 'password' && <RefusalNotice error={save.error} />}
        <PasswordField
          label={tSettings('password.new')}
          name="password"
          autoComplete="new-password"
          required
          value={form.password}
          onChange={(password) => edit({ password })}
          problem={problemOf('password')}
        />
        <PasswordHints password={form.password} />
        <PasswordField
          label={tSettings('password.repeat')}
          name="repeat"
          autoComplete="new-password"
          required
          value={form.repeat}
          onChange={(repeat) => edit({ repeat })}
          problem={problemOf('repeat')}
        />
        <Button type="submit" loading={save.isPending}>
          {t('password.action')}
        </Button>
      </Form>
    </Section>
  )
}
