import type { Language } from '#client/lib/locale.ts'
import { toPersianDigits } from '#domain/ascii-digits.ts'
import { isolated } from './amount-in-sentence.ts'

/** Writes a phone number, a code or a count of seconds in the digits of the language, without grouping. */
export function showDigits(text: string, language: Language): string {
  return language === 'en' ? text : toPersianDigits(text)
}

/** Formats a card number in groups of four, left to right in both directions of writing. */
export const showCard = (cardNumber: string, language: Language): string => inFours(cardNumber, '-', language)

/** Formats a Sheba as banks print it: "IR06 2960 0000 …". */
export const showSheba = (sheba: string, language: Language): string => inFours(sheba, ' ', language)

const inFours = (text: string, between: string, language: Language) =>
  isolated(showDigits(text.replace(/(.{4})(?=.)/g, `$1${between}`), language))
