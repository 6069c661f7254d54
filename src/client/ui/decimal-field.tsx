import { chakra } from '@chakra-ui/react'
import { type ChangeEvent, type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DecimalProblem, type DecimalReading, readDecimalText } from '#client/lib/digits.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { isolated } from './amount-in-sentence.ts'
import { Button } from './button.tsx'
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

/** Texts that the field groups. Any other text is shown as typed, so that the user sees their own marks. */
const PLAIN = /^\d*(?:\.\d*)?$/
const SIGNIFICANT = /[\d\u06F0-\u06F9\u0660-\u0669.\u066B]/

const MARKS = {
  fa: { group: '٬', point: '٫' },
  en: { group: ',', point: '.' },
} as const satisfies Record<Language, object>

interface FieldRules {
  readonly decimals: number
  readonly language: Language
  readonly unit?: string | undefined
}

interface Edit {
  /** The text of the field before the edit, with ASCII digits and without the grouping marks that the field adds. */
  readonly text: string
  /** The content of the input after the edit. */
  readonly next: string
  /** The position of the caret after the edit. */
  readonly caret: number
  /** The selection before the edit, if the browser reported it. */
  readonly selection: { readonly start: number; readonly end: number } | undefined
}

/** The amount that the text means; empty if it means none. */
const amountOf = (reading: DecimalReading): string => ('problem' in reading ? '' : reading.value)

/**
 * The text and the caret after an edit. The field's own thousands marks are told from the user's by their position: inserted text is kept as it is,
 * unless it makes a plain number.
 */
export function editTyped(edit: Edit, rules: FieldRules): { readonly text: string; readonly caret: number } {
  const shown = showTyped(edit.text, rules.language)
  const { start, end } = editedRange(shown, edit)
  const behind = shown.length - end
  const own = (part: string) => ownText(part, { isPlain: PLAIN.test(edit.text), language: rules.language })
  const inserted = toAsciiDigits(edit.next.slice(start, edit.next.length - behind))
  const [before, after] = [own(shown.slice(0, start)), own(shown.slice(end))]
  const text = tidy(`${before}${inserted}${after}`, { ...rules, pasted: inserted.length > 1 })
  const isInside = edit.caret <= start
  const lead = isInside ? own(shown.slice(0, edit.caret)) : `${before}${inserted}`
  if (!PLAIN.test(text)) return { text, caret: lead.length }
  const significant = [...tidy(lead, { ...rules, pasted: true })].filter((mark) => SIGNIFICANT.test(mark)).length
  return { text, caret: caretAfter(significant, showTyped(text, rules.language)) }
}

/** A text that is a plain number is stored as that number; so is pasted text, if it is clear. */
function tidy(text: string, { pasted, ...rules }: FieldRules & { pasted: boolean }): string {
  const reading = readDecimalText(text, rules)
  if ('problem' in reading) return text
  const marks = rules.language === 'fa' ? /^[\d.\u066B/]*$/ : /^[\d.\u066B]*$/
  return pasted || marks.test(text) ? reading.typed : text
}

/** The part of the displayed text that the edit replaced. */
function editedRange(shown: string, { next, selection }: Edit): { start: number; end: number } {
  if (selection) {
    const { start, end } = selection
    const isLonger = next.length >= shown.length - (end - start)
    if (isLonger && next.startsWith(shown.slice(0, start)) && next.endsWith(shown.slice(end))) return selection
  }
  let start = 0
  while (start < shown.length && start < next.length && shown[start] === next[start]) start++
  let behind = 0
  const rest = Math.min(shown.length, next.length) - start
  while (behind < rest && shown.at(-1 - behind) === next.at(-1 - behind)) behind++
  // The edit is larger than a keystroke and its source is unknown: the present text is taken over with all its marks.
  if (next.length - start - behind > 1) return { start: 0, end: shown.length }
  return { start, end: shown.length - behind }
}

function ownText(part: string, { isPlain, language }: { isPlain: boolean; language: Language }): string {
  const ascii = toAsciiDigits(part)
  if (!isPlain) return ascii
  const { group, point } = MARKS[language]
  return ascii.replaceAll(group, '').replace(point, '.')
}

/** The text as the field displays it: digits of the language, a plain number grouped by three, a trailing point kept. */
export function showTyped(text: string, language: Language): string {
  if (!PLAIN.test(text)) return showDigits(text, language)
  const [whole = '', fraction] = text.split('.')
  const { group, point } = MARKS[language]
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return showDigits(fraction === undefined ? grouped : `${grouped}${point}${fraction}`, language)
}

/** The position of the caret after regrouping: after `count` digits and points. */
export function caretAfter(count: number, shown: string): number {
  let left = count
  for (let index = 0; index < shown.length; index++) {
    if (left === 0) return index
    if (SIGNIFICANT.test(shown.charAt(index))) left--
  }
  return shown.length
}
