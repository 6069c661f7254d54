import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { useHasEnded, useOperatorLogin } from './operator.queries.ts'

const EMPTY = { mobileNumber: '', password: '', code: '' }
const CODE_DIGITS = 6
const MOBILE_DIGITS = 11

/** The login of the console: both factors on one page, so that an answer does not reveal which one was wrong. */
export function OperatorLogin() {
  const { t } = useTranslation('operations')
  const [form, setForm] = useState(EMPTY)
  const [checked, setChecked] = useState(false)
  const login = useOperatorLogin()
  const missing = (isMissing: boolean, words: string) => (checked && isMissing ? words : undefined)
  const isComplete = form.mobileNumber !== '' && form.password !== '' && form.code.length === CODE_DIGITS
  const submit = () => {
    // A refusal clears the code and shows its own sentence.
    setChecked(!isComplete)
    if (isComplete) login.mutate(form, { onError: () => setForm({ ...form, code: '' }) })
  }
  return (
    <chakra.div maxWidth="form" marginInline="auto" paddingInline="4" paddingTop={{ base: '6', md: '16' }}>
      <LoginHeading />
      <Card>
        <Form onSubmit={submit}>
          {login.isError && <RefusalNotice error={login.error} />}
          <DigitsField
            label={t('login.mobile')}
            name="mobileNumber"
            type="tel"
            autoComplete="username"
            placeholder="0912 345 6789"
            lengthMax={MOBILE_DIGITS}
            required
            value={form.mobileNumber}
            problem={missing(form.mobileNumber === '', t('setUp.mobileMissing'))}
            onChange={(mobileNumber) => setForm({ ...form, mobileNumber })}
          />
          <PasswordField
            label={t('login.password')}
            name="password"
            autoComplete="current-password"
            required
            value={form.password}
            problem={missing(form.password === '', t('login.passwordMissing'))}
            onChange={(password) => setForm({ ...form, password })}
          />
          <DigitsField
            label={t('login.code')}
            name="code"
            autoComplete="one-time-code"
            lengthMax={CODE_DIGITS}
            required
            value={form.code}
            problem={missing(form.code.length < CODE_DIGITS, t('setUp.codeMissing'))}
            onChange={(code) => setForm({ ...form, code })}
          />
          <Button type="submit" size="lg" full loading={login.isPending}>
            {t('login.action')}
          </Button>
        </Form>
      </Card>
      <chakra.p textAlign="center" fontSize="sm" marginTop="5">
        <TextLink to="/operations/set-up">{t('login.setUp')}</TextLink>
      </chakra.p>
    </chakra.div>
  )
}

function LoginHeading() {
  const { t } = useTranslation('operations')
  return (
    <>
      <chakra.h1 fontSize="2xl" fontWeight="black">
        {t('login.title')}
      </chakra.h1>
      <chakra.p color="fg.muted" fontSize="sm" marginTop="1" marginBottom="5">
        {t('login.text')}
      </chakra.p>
      {useHasEnded() && (
        <chakra.div marginBottom="4">
          <Notice tone="info" urgent>
            {t('session.ended')}
          </Notice>
        </chakra.div>
      )}
    </>
  )
}
