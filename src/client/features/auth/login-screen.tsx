import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { useLogin } from './auth.commands.ts'
import { EMPTY_LOGIN, reduceLogin, validateLogin } from './auth-forms.logic.ts'
import { AuthFrame } from './auth-frame.tsx'
import { type LoginReason, SESSION_ENDED } from './auth-search.ts'
import { CaptchaBox, useCaptcha } from './captcha.tsx'
import { MobileField } from './mobile-field.tsx'
import type { TwoStep } from './pending-code.ts'

type LoginScreenProps = {
  /** The page to open after the login. */
  next: string | undefined
  /** Why the user was sent to the login, if it was not the user's choice. */
  reason?: LoginReason | undefined
  onCodeSent: (twoStep: TwoStep) => void
  /** Other ways to log in, below the form. */
  others?: ReactNode
}

export function LoginScreen({ next, reason, onCodeSent, others }: LoginScreenProps) {
  const { t } = useTranslation('auth')
  const [form, setForm] = useState(EMPTY_LOGIN)
  const [checked, setChecked] = useState(false)
  const login = useLogin(next)
  const captcha = useCaptcha(login.error)
  const problems = validateLogin(form)
  const shown = checked ? problems : {}
  const submit = () => {
    setChecked(true)
    if (Object.keys(problems).length === 0 && captcha.passed)
      login.mutate({ ...form, ...captcha.take() }, { onSuccess: onCodeSent })
  }
  return (
    <AuthFrame
      title={t('login.title')}
      text={reason === undefined && t('login.text')}
      footer={
        <>
          {t('login.noAccount')}{' '}
          <TextLink to="/sign-up" search={{ next }}>
            {t('login.signUp')}
          </TextLink>
        </>
      }
    >
      <Form onSubmit={submit}>
        {reason === SESSION_ENDED && !login.isError && <Notice tone="info">{t('login.ended')}</Notice>}
        {login.isError && <RefusalNotice error={login.error} />}
        <MobileField
          value={form.mobileNumber}
          onChange={(mobileNumber) => setForm(reduceLogin(form, { mobileNumber }))}
          problem={shown.mobileNumber && t(`problem.${shown.mobileNumber}`)}
        />
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          required
          value={form.password}
          onChange={(password) => setForm(reduceLogin(form, { password }))}
          problem={shown.password && t(`problem.${shown.password}`)}
        />
        <CaptchaBox captcha={captcha} action="login" missing={checked} />
        <chakra.p fontSize="sm">
          <TextLink to="/login/forget">{t('login.forgot')}</TextLink>
        </chakra.p>
        <Button type="submit" size="lg" full loading={login.isPending}>
          {t('login.action')}
        </Button>
        {others}
      </Form>
    </AuthFrame>
  )
}
