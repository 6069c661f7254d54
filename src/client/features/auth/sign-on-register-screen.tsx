import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { reduceSignUp, type SignUpForm, validateSignUp } from './auth-forms.logic.ts'
import { AuthFrame } from './auth-frame.tsx'
import { MobileField } from './mobile-field.tsx'
import { pendingSignOn } from './pending-code.ts'
import { useRegisterBySignOn } from './sign-on.commands.ts'

/** The sign-up of a newcomer whom the provider has identified: only the mobile number is missing. */
export function SignOnRegisterScreen({ onCodeSent }: { onCodeSent: () => void }) {
  const { t } = useTranslation('signOn')
  const { t: tAuth } = useTranslation('auth')
  const [{ email, referralCode = '' }] = useState(() => pendingSignOn.read() ?? {})
  const [form, setForm] = useState<SignUpForm>({ mobileNumber: '', password: '', referralCode, acceptedTerms: false })
  const [checked, setChecked] = useState(false)
  const register = useRegisterBySignOn()
  // This sign-up has no password.
  const { password: _, ...problems } = validateSignUp(form)
  const shown = checked ? problems : {}
  const change = (part: Partial<SignUpForm>) => setForm(reduceSignUp(form, part))
  const submit = () => {
    setChecked(true)
    if (Object.keys(problems).length === 0) register.mutate(form, { onSuccess: onCodeSent })
  }
  return (
    <AuthFrame
      title={t('register.title')}
      text={email === undefined ? t('register.text') : t('register.textOf', { email: isolate(email) })}
      footer={t('register.password')}
    >
      <Form onSubmit={submit}>
        {register.isError && <RefusalNotice error={register.error} />}
        <MobileField
          value={form.mobileNumber}
          onChange={(mobileNumber) => change({ mobileNumber })}
          problem={shown.mobileNumber && tAuth(`problem.${shown.mobileNumber}`)}
        />
        <TextField
          label={tAuth('signUp.referralCode')}
          name="referralCode"
          autoComplete="off"
          ltr
          value={form.referralCode}
          onChange={(code) => change({ referralCode: code })}
        />
        <Checkbox
          name="acceptedTerms"
          checked={form.acceptedTerms}
          onChange={(acceptedTerms) => change({ acceptedTerms })}
          problem={shown.acceptedTerms && tAuth(`problem.${shown.acceptedTerms}`)}
        >
          <Trans t={tAuth} i18nKey="signUp.accept" components={{ terms: <TextLink to="/terms" target="_blank" /> }} />
        </Checkbox>
        <Button type="submit" size="lg" full loading={register.isPending}>
          {t('register.action')}
        </Button>
      </Form>
    </AuthFrame>
  )
}

/** Isolates an address, which runs left to right in both languages. */
const isolate = (text: string) => `\u2066${text}\u2069`
