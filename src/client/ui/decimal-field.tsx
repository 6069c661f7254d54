import { chakra } from '@chakra-ui/react'
import { type ChangeEvent, type ReactNode, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { useLanguage } from '#client/lib/locale.ts'
import { caretAfter, readTyped, settleTyped, showTyped } from './decimal-typing.ts'
import { BareInput, FieldBox } from './field-box.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

type DecimalFieldProps = FieldProps & {
  /** ASCII decimal text ("98500.5"), or empty. */
  value: string
  /** Called with ASCII decimal text, never with anything `parseDecimal` would refuse except the empty text. */
  onChange: (value: string) => void
  /** Digits after the point that the field takes; more are cut off. */
  decimals: number
  /** The unit's name at the field's end. */
  unit?: ReactNode
  name?: string
  placeholder?: string
  readOnly?: boolean
}

/** A number field that takes Persian, Arabic and Latin digits and marks, and shows thousands as they are typed. */
export function DecimalField(props: DecimalFieldProps) {
  const { value, decimals, onChange } = props
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | undefined>(undefined)
  const [typed, setTyped] = useState(value)
  // A refused edit changes no state, and without a new render the caret would stay where React's reset left it.
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const current = settleTyped(typed) === value ? typed : value
  const shown = showTyped(current, language)

  useLayoutEffect(() => {
    if (caret.current !== undefined) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.currentTarget
    const how = event.nativeEvent instanceof InputEvent ? event.nativeEvent.inputType : ''
    const next = readTyped(text, { decimals, pasted: how === 'insertFromPaste' || how === 'insertFromDrop' })
    const at = selectionStart ?? text.length
    if (next === undefined) {
      caret.current = Math.max(0, at - Math.max(0, text.length - shown.length))
      return redraw()
    }
    const before = readTyped(text.slice(0, at), { decimals, pasted: false }) ?? ''
    caret.current = caretAfter(before.length, showTyped(next, language))
    setTyped(next)
    redraw()
    if (settleTyped(next) !== value) onChange(settleTyped(next))
  }

  return (
    <FieldFrame {...props}>
      {(ids) => (
        <FieldBox dir="ltr">
          <BareInput
            {...ids}
            ref={input}
            name={props.name}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            placeholder={props.placeholder}
            readOnly={props.readOnly}
            disabled={props.disabled}
            fontWeight="semibold"
            value={shown}
            onChange={edit}
          />
          {props.unit && (
            <chakra.span paddingInlineEnd="3.5" color="fg.muted" fontSize="sm" flexShrink="0">
              <bdi>{props.unit}</bdi>
            </chakra.span>
          )}
        </FieldBox>
      )}
    </FieldFrame>
  )
}
