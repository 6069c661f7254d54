import {
  type ChangeEvent,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react'
import { toBareDigits } from '#domain/ascii-digits.ts'
import { BareInput, FieldBox } from './field-box.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

type DigitsFieldProps = FieldProps & {
  /** ASCII digits, without separators. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  lengthMax: number
  /** Shown in groups of so many, with a dash between: 6037-9911-2345-6789. */
  group?: number
  name?: string
  autoComplete?: HTMLInputAutoCompleteAttribute
  placeholder?: string
  readOnly?: boolean
  /** Stands in the box before the digits: "IR". */
  before?: ReactNode
  /** Stands in the box behind the digits. */
  end?: ReactNode
}

/** Identifiers made of digits: codes, cards, accounts. Takes digits of any script, keeps Latin ones, left to right. */
export function DigitsField(props: DigitsFieldProps) {
  const { value, onChange, lengthMax, group } = props
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
    const next = keepDigits(text).slice(0, lengthMax)
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
            type="text"
            inputMode="numeric"
            name={props.name}
            autoComplete={props.autoComplete ?? 'off'}
            placeholder={props.placeholder}
            readOnly={props.readOnly}
            disabled={props.disabled}
            value={grouped(value, group)}
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
