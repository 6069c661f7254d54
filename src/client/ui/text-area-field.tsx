import { chakra } from '@chakra-ui/react'
import { FieldBox } from './field-box.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

type TextAreaFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  autoComplete?: string
  maxLength: number
  readOnly?: boolean
  rows?: number
  /** One line of words, which takes as many on a phone as it needs: a line's end that is typed or pasted is a space. */
  oneLine?: boolean
  /** What is written in it, where that may not be the language of the page. */
  language?: 'fa' | 'en'
}

const Area = chakra('textarea', {
  base: {
    flex: '1',
    minHeight: '5.5rem',
    padding: '3.5',
    bg: 'transparent',
    color: 'fg',
    fontSize: 'md',
    lineHeight: 'normal',
    outline: 'none!',
    resize: 'vertical',
  },
})

const inOneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')

export function TextAreaField(props: TextAreaFieldProps) {
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <FieldBox>
          <Area
            {...ids}
            name={props.name}
            rows={props.rows ?? (props.oneLine ? 2 : 3)}
            lang={props.language}
            dir={props.language && (props.language === 'fa' ? 'rtl' : 'ltr')}
            autoComplete={props.autoComplete}
            maxLength={props.maxLength}
            readOnly={props.readOnly}
            disabled={props.disabled}
            value={props.value}
            onChange={(event) =>
              props.onChange(props.oneLine ? inOneLine(event.currentTarget.value) : event.currentTarget.value)
            }
            onBlur={props.onBlur}
          />
        </FieldBox>
      )}
    </FieldFrame>
  )
}
