import type { Language } from '#client/lib/locale.ts'

/** A phone number, a code, a count of seconds: ASCII digits as the language writes them, without grouping. */
export function showDigits(text: string, language: Language): string {
  if (language === 'en') return text
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + digit.charCodeAt(0) - 0x30))
}
