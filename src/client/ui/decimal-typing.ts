import { type DecimalReading, readDecimalText } from '#client/lib/digits.ts'
import type { Language } from '#client/lib/locale.ts'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { showDigits } from './show-digits.ts'

/** What the field groups by itself. Any other text is shown as it was typed, so that its reader sees its own marks. */
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
  /** The text of the field before the edit, with ASCII digits and without the marks that the field puts in. */
  readonly text: string
  /** What the input holds after it. */
  readonly next: string
  /** Where the caret stands after it. */
  readonly caret: number
  /** What was selected when the edit began, if the browser said so. */
  readonly selection: { readonly start: number; readonly end: number } | undefined
}

/** The amount that the text stands for; empty while it stands for none. */
export const amountOf = (reading: DecimalReading): string => ('problem' in reading ? '' : reading.value)

/**
 * The text and the caret after an edit. The field's own thousands marks are told from those of the person by where they
 * stand: whatever the edit put in is kept as it came, unless it makes a plain number.
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

/** A text that is one number and nothing else is kept as that number; what was pasted is, too, once it is clear. */
function tidy(text: string, { pasted, ...rules }: FieldRules & { pasted: boolean }): string {
  const reading = readDecimalText(text, rules)
  if ('problem' in reading) return text
  const marks = rules.language === 'fa' ? /^[\d.\u066B/]*$/ : /^[\d.\u066B]*$/
  return pasted || marks.test(text) ? reading.typed : text
}

/** The part of the shown text that the edit replaced. */
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
  // More than a keystroke of unknown origin: the text is taken as it is now, marks and all.
  if (next.length - start - behind > 1) return { start: 0, end: shown.length }
  return { start, end: shown.length - behind }
}

function ownText(part: string, { isPlain, language }: { isPlain: boolean; language: Language }): string {
  const ascii = toAsciiDigits(part)
  if (!isPlain) return ascii
  const { group, point } = MARKS[language]
  return ascii.replaceAll(group, '').replace(point, '.')
}

/** The text as the field shows it: digits of the language, a plain number grouped by three, an open point kept open. */
export function showTyped(text: string, language: Language): string {
  if (!PLAIN.test(text)) return showDigits(text, language)
  const [whole = '', fraction] = text.split('.')
  const { group, point } = MARKS[language]
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return showDigits(fraction === undefined ? grouped : `${grouped}${point}${fraction}`, language)
}

/** Where the caret stands after regrouping: behind `count` digits and points. */
export function caretAfter(count: number, shown: string): number {
  let left = count
  for (let index = 0; index < shown.length; index++) {
    if (left === 0) return index
    if (SIGNIFICANT.test(shown.charAt(index))) left--
  }
  return shown.length
}
