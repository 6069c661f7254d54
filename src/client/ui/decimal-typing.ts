import { type DecimalReading, readDecimalText } from '#client/lib/digits.ts'
import type { Language } from '#client/lib/locale.ts'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { showDigits } from './show-digits.ts'

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
export const amountOf = (reading: DecimalReading): string => ('problem' in reading ? '' : reading.value)

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
