import type { Language } from '#client/lib/locale.ts'
import { isolated } from './amount-in-sentence.ts'
import { showDigits } from './show-digits.ts'

/** Formats a card number in groups of four, left to right in both directions of writing. */
export function showCard(cardNumber: string, language: Language): string {
  return isolated(showDigits(cardNumber.replace(/(.{4})(?=.)/g, '$1-'), language))
}
