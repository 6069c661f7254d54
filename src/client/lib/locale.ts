import { useSyncExternalStore } from 'react'

/** The language of words and digits. It is stored, and sent to the server for content, under the names Ir and En. */
export type Language = 'fa' | 'en'

const STORAGE_KEY = 'language'
const STORED = { fa: 'Ir', en: 'En' } as const satisfies Record<Language, string>

const listeners = new Set<() => void>()
let current: Language | undefined

/** The chosen language: Persian by default. */
export function language(): Language {
  current ??= readStored()
  return current
}

/** Stores the choice, sets the page's direction and notifies every subscriber. */
export function setLanguage(next: Language): void {
  current = next
  try {
    localStorage.setItem(STORAGE_KEY, STORED[next])
  } catch {
    // A browser that refuses storage still gets the language for this visit.
  }
  applyLanguage()
  for (const listener of listeners) listener()
}

/** Sets `<html lang dir>`. The start of the app calls it once; after that `setLanguage` does. */
export function applyLanguage(): void {
  document.documentElement.lang = language()
  document.documentElement.dir = direction(language())
}

export function direction(of: Language): 'rtl' | 'ltr' {
  return of === 'fa' ? 'rtl' : 'ltr'
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language, () => 'fa')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readStored(): Language {
  try {
    return localStorage.getItem(STORAGE_KEY) === STORED.en ? 'en' : 'fa'
  } catch {
    return 'fa'
  }
}
