import type { Language } from '#client/lib/locale.ts'
import { type DecimalLook, showDecimal } from './show-decimal.ts'

const LEFT_TO_RIGHT = '\u2066'
const END = '\u2069'

/** Isolates a number, an address or a ticker in a sentence, so that its direction does not mix with that of the surrounding words. */
export function isolated(text: string): string {
  return `${LEFT_TO_RIGHT}${text}${END}`
}

/** Formats decimal text for a sentence: ⁦0.01⁩ g, ⁦۰٫۳٪⁩. */
export function amountInSentence(
  text: string,
  language: Language,
  { unit, ...look }: DecimalLook & { unit?: string | undefined } = {},
): string {
  const number = isolated(showDecimal(text, language, look))
  return unit ? `${number} ${unit}` : number
}
