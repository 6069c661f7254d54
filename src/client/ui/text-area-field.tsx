import { chakra } from '@chakra-ui/react'
import { type Ref, useEffect, useRef, useState } from 'react'
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
  /** A single line of text that wraps on a phone: typed or pasted line breaks become spaces. */
  oneLine?: boolean
  /** The language of the content, if it may differ from the page's. */
  language?: 'fa' | 'en'
  /** A message in the language of its writer: it takes the direction of its words, and grows with them. */
  isMessage?: boolean
  areaRef?: Ref<HTMLTextAreaElement>
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
  variants: { isMessage: { true: { minWidth: '0', fieldSizing: 'content', maxHeight: '24rem' } } },
})

/** An empty field has the direction of the page. */
function directionOf({ language, isMessage, value }: TextAreaFieldProps) {
  if (language) return language === 'fa' ? 'rtl' : 'ltr'
  return isMessage && value.trim() !== '' ? 'auto' : undefined
}

const inOneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')

export function TextAreaField(props: TextAreaFieldProps) {
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <FieldBox>
          <Area
            {...ids}
            ref={props.areaRef}
            isMessage={props.isMessage}
            name={props.name}
            rows={props.rows ?? (props.oneLine ? 2 : 3)}
            lang={props.language}
            dir={directionOf(props)}
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

/** Moves the caret to the end of a text area after text was inserted. */
export function useCaretAtEnd() {
  const area = useRef<HTMLTextAreaElement>(null)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const text = area.current
    if (times === 0 || !text) return
    text.focus()
    text.setSelectionRange(text.value.length, text.value.length)
    text.scrollTop = text.scrollHeight
  }, [times])
  return { area, moveCaret: () => setTimes((before) => before + 1) }
}
