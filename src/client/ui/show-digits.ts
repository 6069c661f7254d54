import type { Language } from '#client/lib/locale.ts'
import { isolated } from './amount-in-sentence.ts'

/** Writes a phone number, a code or a count of seconds in the digits of the language, without grouping. */
export function showDigits(text: string, language: Language): string {
  if (language === 'en') return text
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + digit.charCodeAt(0) - 0x30))
}

/** Formats a card number in groups of four, left to right in both directions of writing. */
export function showCard(cardNumber: string, language: Language): string {
  return isolated(showDigits(cardNumber.replace(/(.{4})(?=.)/g, '$1-'), language))
}
