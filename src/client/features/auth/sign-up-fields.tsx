import { Trans, useTranslation } from 'react-i18next'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { MobileField } from './mobile-field.tsx'
import { PasswordHints } from './password-hints.tsx'
import type { SignUpForm, SignUpProblems } from './sign-up.logic.ts'

type SignUpFieldsProps = {
  form: SignUpForm
  shown: SignUpProblems
  change: (part: Partial<SignUpForm>) => void
}

export function SignUpFields({ form, shown, change }: SignUpFieldsProps) {
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
