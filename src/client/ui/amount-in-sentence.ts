import type { Language } from '#client/lib/locale.ts'
import { type DecimalLook, showDecimal } from './show-decimal.ts'

const LEFT_TO_RIGHT = '\u2066'
const END = '\u2069'

/** A number, an address or a ticker inside a sentence, so that its direction does not mix with that of the words around it. */
export function isolated(text: string): string {
  return `${LEFT_TO_RIGHT}${text}${END}`
}

/** Decimal text as a sentence names it: ⁦0.01⁩ g, ⁦۰٫۳٪⁩. */
export function amountInSentence(
  text: string,
  language: Language,
  { unit, ...look }: DecimalLook & { unit?: string | undefined } = {},
): string {
  const number = isolated(showDecimal(text, language, look))
  return unit ? `${number} ${unit}` : number
}
