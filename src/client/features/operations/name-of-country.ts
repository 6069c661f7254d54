import type { Language } from '#client/lib/locale.ts'
import { findCountry } from '#domain/countries.ts'

/** A country of the wire in the language of the screen: browsers know the names. */
export function nameOfCountry(name: string, language: Language): string {
  const code = findCountry(name)?.code
  return (code && new Intl.DisplayNames(language, { type: 'region' }).of(code)) ?? name
}
