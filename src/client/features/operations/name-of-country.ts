import type { Language } from '#client/lib/locale.ts'
import { findCountry } from '#domain/countries.ts'

/** The name of a country in the language of the screen, from the browser's own tables. */
export function nameOfCountry(name: string, language: Language): string {
  const code = findCountry(name)?.code
  return (code && new Intl.DisplayNames(language, { type: 'region' }).of(code)) ?? name
}
