import { useTranslation } from 'react-i18next'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { LOCAL_MOBILE_LENGTH } from '#domain/mobile-number.ts'
import { typeMobile } from './auth-forms.logic.ts'

type MobileFieldProps = { value: string; onChange: (value: string) => void; problem: string | undefined }

/** The number that identifies the user at a login; password managers store it as the user name. */
export function MobileField({ value, onChange, problem }: MobileFieldProps) {
  const { t } = useTranslation('auth')
  return (
    <DigitsField
      label={t('mobile')}
      name="mobileNumber"
      type="tel"
      autoComplete="username"
      placeholder="0912 345 6789"
      lengthMax={LOCAL_MOBILE_LENGTH}
      keep={typeMobile}
      required
      value={value}
      onChange={onChange}
      problem={problem}
    />
  )
}
