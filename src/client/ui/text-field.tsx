import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { BareInput, FieldBox } from './field-box.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export type TextFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  type?: 'text' | 'tel' | 'email' | 'search'
  inputMode?: 'text' | 'tel' | 'email' | 'numeric' | 'search'
  autoComplete?: HTMLInputAutoCompleteAttribute
  placeholder?: string
  maxLength?: number
  /** Numbers, mail addresses and codes run left to right in Persian too. */
  ltr?: boolean
  /** The language of the content, if it may differ from the page's. */
  language?: 'fa' | 'en'
  readOnly?: boolean
  end?: ReactNode
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, onBlur, name, inputMode, autoComplete, placeholder, maxLength, readOnly, end } = props
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <FieldBox>
          <BareInput
            {...ids}
            name={name}
            type={props.type ?? 'text'}
            inputMode={inputMode}
            autoComplete={autoComplete}
            placeholder={placeholder}
            maxLength={maxLength}
            readOnly={readOnly}
            disabled={props.disabled}
            lang={props.language}
            dir={props.ltr || props.language === 'en' ? 'ltr' : props.language && 'rtl'}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={onBlur}
          />
          {end}
        </FieldBox>
      )}
    </FieldFrame>
  )
}
