import { chakra } from '@chakra-ui/react'
import { type ChangeEvent, type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DecimalProblem, readDecimalText } from '#client/lib/digits.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { isolated } from './amount-in-sentence.ts'
import { Button } from './button.tsx'
import { amountOf, editTyped, showTyped } from './decimal-typing.ts'
import { BareInput, FieldBox } from './field-box.ts'
import { FieldFrame, type FieldIds, type FieldProps } from './field-frame.tsx'
import { showDecimal } from './show-decimal.ts'
import { showDigits } from './show-digits.ts'

type DecimalFieldProps = FieldProps & {
  /** ASCII decimal text ("98500.5"), or empty. */
  value: string
  /** Called with ASCII decimal text that the field accepts, and with the empty text for anything else. */
  onChange: (value: string) => void
  /** Digits after the point that the field accepts; more are rejected. */
  decimals: number
  /** The unit's name at the field's end. */
  unit?: string
  name?: string
  placeholder?: string
  readOnly?: boolean
  onBlur?: () => void
}

/**
 * A number field that accepts Persian, Arabic and Latin digits and marks, and groups thousands while the user types. A text that is not a number
 * stays as typed, with the reason below it, and counts as empty; `readDecimalText` has the rules.
 */
export function DecimalField(props: DecimalFieldProps) {
  const { value, decimals, unit, onChange, name, placeholder, readOnly, disabled } = props
  const language = useLanguage()
  const problemText = useProblemText(decimals)
  const [typed, setTyped] = useState(value)
  const reading = readDecimalText(typed, { decimals, language, unit })
  const isOwn = amountOf(reading) === value
  const problem = isOwn && 'problem' in reading ? reading.problem : undefined
  const change = (text: string) => {
    setTyped(text)
    const next = amountOf(readDecimalText(text, { decimals, language, unit }))
    if (next !== value) onChange(next)
  }
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="1.5">
      <FieldFrame {...props} problem={problem ? problemText(problem) : props.problem}>
        {(ids) => (
          <FieldBox dir="ltr">
            <DecimalInput
              {...{ ids, decimals, unit, name, placeholder, readOnly, disabled }}
              text={isOwn ? typed : value}
              onText={change}
              onBlur={() => {
                if (isOwn && !('problem' in reading)) setTyped(reading.typed)
                props.onBlur?.()
              }}
            />
            {unit && (
              <chakra.span paddingInlineEnd="3.5" color="fg.muted" fontSize="sm" flexShrink="0">
                <bdi>{unit}</bdi>
              </chakra.span>
            )}
          </FieldBox>
        )}
      </FieldFrame>
      {problem?.kind === 'unclear' && <Choice texts={[problem.whole, problem.fraction]} onChoose={change} />}
    </chakra.div>
  )
}

/** Offers the two numbers that an unclear text may mean. */
function Choice({ texts, onChoose }: { texts: readonly string[]; onChoose: (text: string) => void }) {
  const language = useLanguage()
  return (
    <chakra.div display="flex" gap="2">
      {texts.map((text) => (
        <Button key={text} variant="quiet" size="sm" onClick={() => onChoose(text)}>
          <bdi dir="ltr">{showDecimal(text, language)}</bdi>
        </Button>
      ))}
    </chakra.div>
  )
}

function useProblemText(decimals: number): (problem: DecimalProblem) => string {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const show = (text: string) => isolated(showDecimal(text, language))
  return (problem) => {
    if (problem.kind === 'unclear')
      return t('decimal.unclear', { whole: show(problem.whole), fraction: show(problem.fraction) })
    if (problem.kind === 'finer')
      return t('decimal.finer', { decimals: isolated(showDigits(String(problem.decimals), language)) })
    if (problem.kind === 'characters' && decimals === 0) return t('decimal.digits', { example: show('1234567') })
    return t(`decimal.${problem.kind}`, { example: show(decimals === 0 ? '1234567' : '1234.5') })
  }
}

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
function DecimalInput({ ids, text, onText, decimals, unit, ...rest }: DecimalInputProps) {
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
