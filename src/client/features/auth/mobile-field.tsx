import { useTranslation } from 'react-i18next'
import { TextField } from '#client/ui/text-field.tsx'

type MobileFieldProps = { value: string; onChange: (value: string) => void; problem: string | undefined }

/** The number one signs in with; password managers know it as the user's name. */
export function MobileField({ value, onChange, problem }: MobileFieldProps) {
  const { t } = useTranslation('auth')
  return (
    <TextField
      label={t('mobile')}
      name="mobileNumber"
      type="tel"
      inputMode="tel"
      autoComplete="username"
      placeholder="0912 345 6789"
      ltr
      required
      value={value}
      onChange={onChange}
      problem={problem}
    />
  )
}
