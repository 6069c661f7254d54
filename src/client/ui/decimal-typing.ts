import { toAsciiDecimal } from '#client/lib/digits.ts'
import type { Language } from '#client/lib/locale.ts'
import { showDigits } from './show-digits.ts'

/** Words and currency signs around a pasted amount: "98,500 تومان". A sign or an exponent is not among them. */
const AROUND = /^[\p{L}\p{Sc}\p{Cf}\s]+|[\p{L}\p{Sc}\p{Cf}\s]+$/gu
const TYPED_DECIMAL = /^\d{0,24}(\.\d*)?$/
const GROUPED_WELL = /^\d{1,3}(?:[,٬،]\d{3})+(?:[.٫/]\d*)?$/
const MARKED = /[,٬،]/
const SIGNIFICANT = /[\d\u06F0-\u06F9\u0660-\u0669.\u066B/]/

/**
 * What is in the field after an edit, as ASCII text that may be unfinished ("12." while typing), cut to `decimals`.
 * `undefined` refuses the edit: two points, letters between digits, a sign. Pasted thousands marks must group by three,
 * since "0,5" would otherwise be read as five.
 */
export function readTyped(
  shown: string,
  { decimals, pasted }: { decimals: number; pasted: boolean },
): string | undefined {
  const trimmed = shown.replace(AROUND, '')
  const ascii = toAsciiDecimal(trimmed)
  if (!TYPED_DECIMAL.test(ascii)) return undefined
  if (pasted && MARKED.test(trimmed) && !GROUPED_WELL.test(groupedAscii(trimmed))) return undefined
  const [whole = '', fraction] = ascii.split('.')
  const stripped = whole.replace(/^0+(?=\d)/, '')
  if (fraction === undefined || decimals === 0) return stripped
  return `${stripped === '' ? '0' : stripped}.${fraction.slice(0, decimals)}`
}

/** The amount that an unfinished text stands for: no open point, no bare zeros in front. */
export function settleTyped(typed: string): string {
  return typed.endsWith('.') ? typed.slice(0, -1) : typed
}

/** The text as the field shows it: digits of the language, grouped by three, an open point kept open. */
export function showTyped(typed: string, language: Language): string {
  const [whole = '', fraction] = typed.split('.')
  const marks = language === 'fa' ? { group: '٬', point: '٫' } : { group: ',', point: '.' }
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, marks.group)
  return showDigits(fraction === undefined ? grouped : `${grouped}${marks.point}${fraction}`, language)
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

function groupedAscii(text: string): string {
  return text
    .split(/([,٬،])/)
    .map((part) => (MARKED.test(part) ? part : toAsciiDecimal(part)))
    .join('')
}
