import { type ChangeEvent, type RefObject, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { useLanguage } from '#client/lib/locale.ts'
import { editTyped, showTyped } from './decimal-typing.ts'
import { BareInput } from './field-box.ts'
import type { FieldIds } from './field-frame.tsx'

type DecimalInputProps = {
  ids: FieldIds
  /** The text with ASCII digits and without the grouping marks that the field adds. */
  text: string
  onText: (text: string) => void
  onBlur: () => void
  decimals: number
  unit?: string | undefined
  name?: string | undefined
  placeholder?: string | undefined
  readOnly?: boolean | undefined
  disabled?: boolean | undefined
}

/** The input of a decimal field: groups the text and keeps the caret between the same digits. */
export function DecimalInput({ ids, text, onText, decimals, unit, ...rest }: DecimalInputProps) {
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | undefined>(undefined)
  const selection = useSelectionBefore(input)
  // An edit that changes no state causes no render, and the caret would stay where React's reset has put it.
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    if (caret.current !== undefined) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const edit = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const { value: next, selectionStart } = currentTarget
    const edited = editTyped(
      { text, next, caret: selectionStart ?? next.length, selection: selection.current },
      { decimals, language, unit },
    )
    selection.current = undefined
    caret.current = edited.caret
    redraw()
    onText(edited.text)
  }
  return (
    <BareInput
      {...ids}
      {...rest}
      ref={input}
      type="text"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      dir="ltr"
      fontWeight="semibold"
      value={showTyped(text, language)}
      onChange={edit}
    />
  )
}

type Selection = { readonly start: number; readonly end: number }

/** The selection before the edit that the next `change` event reports. Undo and redo replace another part than this. */
function useSelectionBefore(input: RefObject<HTMLInputElement | null>) {
  const selection = useRef<Selection | undefined>(undefined)
  useEffect(() => {
    const element = input.current
    if (!element) return
    const note = (event: InputEvent) => {
      const { selectionStart: start, selectionEnd: end } = element
      const isEdit = /^(insert|delete)/.test(event.inputType)
      selection.current = isEdit && start !== null && end !== null ? { start, end } : undefined
    }
    element.addEventListener('beforeinput', note)
    return () => element.removeEventListener('beforeinput', note)
  }, [input])
  return selection
}
