import { type FormEvent, type ReactNode, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { PasswordHints } from '#client/ui/password-hints.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useSignUp } from './auth.commands.ts'
import { reduceSignUp, type SignUpForm, type SignUpProblems, validateSignUp } from './auth-forms.logic.ts'
import { AuthFrame } from './auth-frame.tsx'
import { CaptchaBox, useCaptcha } from './captcha.tsx'
import { MobileField } from './mobile-field.tsx'

type SignUpScreenProps = {
  next: string | undefined
  /** The inviter's code, from the link that led here. */
  referralCode: string
  onCodeSent: () => void
  /** The answer has opened the session by itself. */
  onSignedUp: () => void
  /** Other ways in, below the form. */
  others?: ReactNode
}

export function SignUpScreen({ next, referralCode, onCodeSent, onSignedUp, others }: SignUpScreenProps) {
  const { t } = useTranslation('auth')
  const [form, setForm] = useState<SignUpForm>({ mobileNumber: '', password: '', referralCode, acceptedTerms: false })
  const [checked, setChecked] = useState(false)
  const signUp = useSignUp(next)
  const captcha = useCaptcha(signUp.error)
  const problems = validateSignUp(form)
  const change = (part: Partial<SignUpForm>) => setForm(reduceSignUp(form, part))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(problems).length === 0 && captcha.passed)
      signUp.mutate(
        { ...form, ...captcha.take() },
        { onSuccess: (step) => (step === 'code' ? onCodeSent() : onSignedUp()) },
      )
  }
  return (
    <AuthFrame
      title={t('signUp.title')}
      text={t('signUp.text')}
      footer={
        <>
          {t('signUp.haveAccount')}{' '}
          <TextLink to="/login" search={{ next }}>
            {t('signUp.login')}
          </TextLink>
          {' · '}
          <TextLink to="/faq">{t('signUp.faq')}</TextLink>
        </>
      }
    >
      <Form noValidate onSubmit={submit}>
        {signUp.isError && <RefusalNotice error={signUp.error} />}
        <SignUpFields form={form} shown={checked ? problems : {}} change={change} />
        <CaptchaBox captcha={captcha} action="sign-up" missing={checked} />
        <Button type="submit" size="lg" full loading={signUp.isPending}>
          {t('signUp.action')}
        </Button>
        {others}
      </Form>
    </AuthFrame>
  )
}

type SignUpFieldsProps = {
  form: SignUpForm
  shown: SignUpProblems
  change: (part: Partial<SignUpForm>) => void
}

function SignUpFields({ form, shown, change }: SignUpFieldsProps) {
  const { t } = useTranslation('auth')
  return (
    <>
      <MobileField
        value={form.mobileNumber}
        onChange={(mobileNumber) => change({ mobileNumber })}
        problem={shown.mobileNumber && t(`problem.${shown.mobileNumber}`)}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        required
        value={form.password}
        onChange={(password) => change({ password })}
        problem={shown.password && t(`problem.${shown.password}`)}
      />
      <PasswordHints password={form.password} />
      <TextField
        label={t('signUp.referralCode')}
        name="referralCode"
        autoComplete="off"
        ltr
        value={form.referralCode}
        onChange={(referralCode) => change({ referralCode })}
      />
      <Checkbox
        name="acceptedTerms"
        checked={form.acceptedTerms}
        onChange={(acceptedTerms) => change({ acceptedTerms })}
        problem={shown.acceptedTerms && t(`problem.${shown.acceptedTerms}`)}
      >
        <Trans t={t} i18nKey="signUp.accept" components={{ terms: <TextLink to="/terms" target="_blank" /> }} />
      </Checkbox>
    </>
  )
}
