import {
  type ChangeEvent,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react'
import { useLanguage } from '#client/lib/locale.ts'
import { toBareDigits } from '#domain/ascii-digits.ts'
import { BareInput, FieldBox } from './field-box.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { showDigits } from './show-digits.ts'

type DigitsFieldProps = FieldProps & {
  /** ASCII digits, without separators. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  lengthMax: number
  /** Selects the part of a typed text that is kept, if keeping its digits is not enough: for a number pasted with its country code. */
  keep?: (text: string) => string
  type?: 'text' | 'tel'
  /** Displays the digits in groups of this size, with a dash between: 6037-9911-2345-6789. */
  group?: number
  name?: string
  autoComplete?: HTMLInputAutoCompleteAttribute
  placeholder?: string
  readOnly?: boolean
  /** Shown in the box before the digits: "IR". */
  before?: ReactNode
  /** Shown in the box after the digits. */
  end?: ReactNode
}

/**
 * A field for identifiers made of digits: codes, cards, accounts. Accepts digits of any script, stores Latin ones, and shows them left to right in
 * the digits of the language.
 */
export function DigitsField(props: DigitsFieldProps) {
  const { value, onChange, lengthMax, group, keep = keepDigits } = props
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | undefined>(undefined)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    if (caret.current !== undefined) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.currentTarget
    const digitsBefore = keepDigits(text.slice(0, selectionStart ?? text.length)).length
    caret.current = group ? digitsBefore + Math.floor(Math.max(0, digitsBefore - 1) / group) : digitsBefore
    redraw()
    const next = keep(text).slice(0, lengthMax)
    if (next !== value) onChange(next)
  }
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <FieldBox dir="ltr">
          {props.before}
          <BareInput
            {...ids}
            ref={input}
            dir="ltr"
            type={props.type ?? 'text'}
            inputMode="numeric"
            name={props.name}
            autoComplete={props.autoComplete ?? 'off'}
            placeholder={props.placeholder && showDigits(props.placeholder, language)}
            readOnly={props.readOnly}
            disabled={props.disabled}
            value={showDigits(grouped(value, group), language)}
            onChange={edit}
            onBlur={props.onBlur}
          />
          {props.end}
        </FieldBox>
      )}
    </FieldFrame>
  )
}

function keepDigits(text: string): string {
  return toBareDigits(text).replace(/\D/g, '')
}

function grouped(digits: string, size: number | undefined): string {
  if (size === undefined) return digits
  return Array.from({ length: Math.ceil(digits.length / size) }, (_, index) =>
    digits.slice(index * size, (index + 1) * size),
  ).join('-')
}
