import { toAsciiDigits } from '#domain/ascii-digits.ts'
import type { Language } from './locale.ts'

/** Why a field rejects a text as an amount or price. */
export type DecimalProblem =
  | { readonly kind: 'negative' | 'characters' | 'marks' | 'whole' | 'long' }
  | { readonly kind: 'finer'; readonly decimals: number }
  /** The text has two possible readings; both are given as ASCII decimal text. */
  | { readonly kind: 'unclear'; readonly whole: string; readonly fraction: string }

export type DecimalReading =
  /** `value` is "98500.5" or empty; `typed` is the same number as typed so far: "12.", "12.50". */
  { readonly value: string; readonly typed: string } | { readonly problem: DecimalProblem }

interface DecimalRules {
  /** The most digits after the point that the field accepts. */
  readonly decimals: number
  readonly language: Language
  /** The field's unit, whose name may surround a pasted number. */
  readonly unit?: string | undefined
}

const INVISIBLE = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g
const MINUS = /[-\u2010-\u2015\u2212\uFE63\uFF0D]/
const DIGITS_AND_MARKS = /^[\d.,\u060C\u066C\s]*$/
const ONE_COMMA = /^(\d*)[,\u060C](\d*)$/
const GROUPED = /^0*[1-9]\d{0,2}(?:([,\u060C\u066C\s])\d{3}(?:\1\d{3})*)?$/
const WHOLE_DIGITS_MAX = 24

/**
 * Reads typed or pasted text as the one number that it plainly means, or says why it means none. No character is dropped to make
 * a number of a text.
 *
 * | text | reading |
 * |---|---|
 * | `.` `٫`, in Persian `/` | the decimal mark; a second one is refused |
 * | `٬` or a space | groups thousands by three; anything else is refused |
 * | `,` `،` with a decimal mark, or more than one of them | groups thousands, as above |
 * | one `,` or `،`, as in `0,5` `12,34` `1234,567` | the decimal mark, since it cannot group |
 * | one `,` or `،` as in `1,234` | unclear, and asked about; in a field of whole numbers it groups |
 * | `-` | refused: negative |
 * | letters, signs, an exponent | refused, but for the name of the field's unit around the number |
 * | more decimals than the field takes, trailing zeros aside | refused |
 */
export function readDecimalText(text: string, rules: DecimalRules): DecimalReading {
  const bare = withoutUnit(toAsciiDigits(text).replace(INVISIBLE, '').trim(), rules.unit)
  if (MINUS.test(bare)) return refuse({ kind: 'negative' })
  const written = bare.replace(rules.language === 'fa' ? /[\u066B/]/g : /\u066B/g, '.')
  if (!DIGITS_AND_MARKS.test(written)) return refuse({ kind: 'characters' })
  const [head = '', tail, ...more] = written.split('.')
  if (more.length > 0) return refuse({ kind: 'marks' })
  if (tail === undefined) return readUnpointed(head, rules)
  const whole = ungrouped(head)
  return whole === undefined || !/^\d*$/.test(tail) ? refuse({ kind: 'marks' }) : made({ whole, fraction: tail }, rules)
}

const refuse = (problem: DecimalProblem): DecimalReading => ({ problem })

function withoutUnit(text: string, unit: string | undefined): string {
  if (!unit) return text
  const [lower, name] = [text.toLowerCase(), unit.toLowerCase()]
  if (lower.endsWith(name)) return text.slice(0, -unit.length).trim()
  return lower.startsWith(name) ? text.slice(unit.length).trim() : text
}

/** Reads a text without a decimal mark: the positions of its commas decide what they mean. */
function readUnpointed(text: string, rules: DecimalRules): DecimalReading {
  const [, head, tail] = ONE_COMMA.exec(text) ?? []
  if (head !== undefined && tail !== undefined) {
    const canGroup = tail.length === 3 && GROUPED.test(head)
    if (!canGroup) return made({ whole: head, fraction: tail }, rules)
    if (rules.decimals > 0) {
      const units = head.replace(/^0+/, '')
      return refuse({ kind: 'unclear', whole: `${units}${tail}`, fraction: `${units}.${tail}` })
    }
  }
  // A mark at the end is valid: its digits have not been typed yet.
  const open = /\D$/.test(text) && GROUPED.test(text.slice(0, -1)) ? text.slice(0, -1) : text
  const whole = ungrouped(open)
  return whole === undefined ? refuse({ kind: 'marks' }) : made({ whole, fraction: undefined }, rules)
}

/** The digits of a whole number that is grouped by three or not grouped. */
function ungrouped(text: string): string | undefined {
  if (/^\d*$/.test(text)) return text
  return GROUPED.test(text) ? text.replace(/\D/g, '') : undefined
}

function made(
  { whole, fraction }: { whole: string; fraction: string | undefined },
  { decimals }: DecimalRules,
): DecimalReading {
  const stripped = whole.replace(/^0+(?=\d)/, '')
  if (stripped.length > WHOLE_DIGITS_MAX) return refuse({ kind: 'long' })
  if (fraction === undefined) return { value: stripped, typed: stripped }
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return refuse(decimals === 0 ? { kind: 'whole' } : { kind: 'finer', decimals })
  const units = stripped === '' ? '0' : stripped
  return { value: significant === '' ? units : `${units}.${significant}`, typed: `${units}.${fraction}` }
}
