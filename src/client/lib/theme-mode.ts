import { useSyncExternalStore } from 'react'

export type ThemeMode = 'dark' | 'light'

const STORAGE_KEY = 'theme'
/** The colour of the browser's own bars: the canvas of each theme. */
const BAR_COLOUR = { dark: '#0A0D14', light: '#F5F6F8' } as const satisfies Record<ThemeMode, string>

const listeners = new Set<() => void>()
let current: ThemeMode | undefined

/** The chosen theme: dark by default. */
export function themeMode(): ThemeMode {
  current ??= readStored()
  return current
}

export function setThemeMode(next: ThemeMode): void {
  current = next
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // A browser that refuses storage still gets the theme for this visit.
  }
  applyThemeMode()
  for (const listener of listeners) listener()
}

/** Puts the theme's class on `<html>`. The start of the app calls it once; after that `setThemeMode` does. */
export function applyThemeMode(): void {
  const mode = themeMode()
  const root = document.documentElement
  root.classList.toggle('dark', mode === 'dark')
  root.classList.toggle('light', mode === 'light')
  root.style.colorScheme = mode
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOUR[mode])
}

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, themeMode, () => 'dark')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readStored(): ThemeMode {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'light' ? 'light' : 'dark'
  } catch {
    return 'dark'
  }
}
