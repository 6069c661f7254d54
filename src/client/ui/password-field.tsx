import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BareInput, FieldBox } from './field-box.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { IconButton } from './icon-button.tsx'

type PasswordFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  name?: string
  /** Tells password managers whether to offer the old password or to generate one. */
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('ui')
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <FieldBox dir="ltr">
          <BareInput
            {...ids}
            name={props.name}
            type={shown ? 'text' : 'password'}
            autoComplete={props.autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            maxLength={128}
            disabled={props.disabled}
            value={props.value}
            onChange={(event) => props.onChange(event.currentTarget.value)}
          />
          <IconButton
            label={shown ? t('password.hide') : t('password.show')}
            icon={shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
            onClick={() => setShown(!shown)}
          />
        </FieldBox>
      )}
    </FieldFrame>
  )
}
