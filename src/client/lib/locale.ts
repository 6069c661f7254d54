import type { Language } from '#domain/market-state.ts'
import { storedChoice } from './stored-choice.ts'

export type { Language }

/** The language of words and digits, stored under the names Ir and En. */
const choice = storedChoice<Language>(
  { key: 'language', names: { fa: 'Ir', en: 'En' }, otherwise: 'fa' },
  applyLanguage,
)

/** The chosen language: Persian by default. */
export const language = choice.get

/** Stores the choice, sets the page's direction and notifies every subscriber. */
export const setLanguage = choice.set

export const useLanguage = choice.use

/** Another tab's choice of language takes effect here once its words are fetched. */
export const followLanguage = choice.follow

/** Sets `<html lang dir>`. The start of the app calls it once; after that `setLanguage` does. */
export function applyLanguage(): void {
  document.documentElement.lang = language()
  document.documentElement.dir = direction(language())
}

export function direction(of: Language): 'rtl' | 'ltr' {
  return of === 'fa' ? 'rtl' : 'ltr'
}
