import { type ReactNode, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { PasswordHints } from '#client/entities/account/password-hints.tsx'
import { refusedField } from '#client/lib/refused-field.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useSignUp } from './auth.commands.ts'
import { reduceSignUp, type SignUpForm, validateSignUp } from './auth-forms.logic.ts'
import { AuthFrame } from './auth-frame.tsx'
import { CaptchaBox, useCaptcha } from './captcha.tsx'
import { MobileField } from './mobile-field.tsx'

type SignUpScreenProps = {
  next: string | undefined
  /** The inviter's code, from the link that led here. */
  referralCode: string
  onCodeSent: () => void
  /** Called when the answer has opened the session directly. */
  onSignedUp: () => void
  /** Other ways to sign up, below the form. */
  others?: ReactNode
}

const FIELDS = ['mobileNumber', 'password', 'referralCode', 'acceptedTerms'] as const satisfies (keyof SignUpForm)[]
type Field = (typeof FIELDS)[number]

export function SignUpScreen({ next, referralCode, onCodeSent, onSignedUp, others }: SignUpScreenProps) {
  const { t } = useTranslation('auth')
  const [form, setForm] = useState<SignUpForm>({ mobileNumber: '', password: '', referralCode, acceptedTerms: false })
  const [checked, setChecked] = useState(false)
  const sentenceOf = useSentenceOf()
  const signUp = useSignUp(next)
  const captcha = useCaptcha(signUp.error)
  const problems = validateSignUp(form)
  const refused = refusedField(signUp.error, FIELDS)
  const change = (part: Partial<SignUpForm>) => setForm(reduceSignUp(form, part))
  const problemOf = (field: Field) => {
    // A refused value is no longer a problem once it is changed.
    if (refused === field && signUp.variables?.[field] === form[field]) return sentenceOf(signUp.error)
    const problem = checked ? problems[field] : undefined
    return problem && t(`problem.${problem}`)
  }
  const submit = () => {
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
      <Form onSubmit={submit}>
        {signUp.isError && !refused && <RefusalNotice error={signUp.error} />}
        <SignUpFields form={form} problemOf={problemOf} change={change} />
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
  problemOf: (field: Field) => string | undefined
  change: (part: Partial<SignUpForm>) => void
}

function SignUpFields({ form, problemOf, change }: SignUpFieldsProps) {
  const { t } = useTranslation('auth')
  return (
    <>
      <MobileField
        value={form.mobileNumber}
        onChange={(mobileNumber) => change({ mobileNumber })}
        problem={problemOf('mobileNumber')}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        required
        value={form.password}
        onChange={(password) => change({ password })}
        problem={problemOf('password')}
      />
      <PasswordHints password={form.password} />
      <TextField
        label={t('signUp.referralCode')}
        name="referralCode"
        autoComplete="off"
        ltr
        value={form.referralCode}
        onChange={(referralCode) => change({ referralCode })}
        problem={problemOf('referralCode')}
      />
      <Checkbox
        name="acceptedTerms"
        checked={form.acceptedTerms}
        onChange={(acceptedTerms) => change({ acceptedTerms })}
        problem={problemOf('acceptedTerms')}
      >
        <Trans t={t} i18nKey="signUp.accept" components={{ terms: <TextLink to="/terms" target="_blank" /> }} />
      </Checkbox>
    </>
  )
}
