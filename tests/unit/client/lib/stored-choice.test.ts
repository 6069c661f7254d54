import { afterEach, expect, test, vi } from 'vitest'
import { followLanguage, language, setLanguage } from '#client/lib/locale.ts'
import { followThemeMode, setThemeMode, themeMode } from '#client/lib/theme-mode.ts'
import { startWords } from '#client/lib/words.ts'

afterEach(() => {
  setLanguage('fa')
  setThemeMode('dark')
})

/** Sends the event by which a browser reports what another tab has stored. */
function storeElsewhere(key: string, newValue: string): void {
  localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

test('a theme that is chosen in another tab is shown in this one', () => {
  setThemeMode('dark')
  followThemeMode()
  storeElsewhere('theme', 'light')
  expect(themeMode()).toBe('light')
  expect(document.documentElement).toHaveClass('light')
  storeElsewhere('something else', 'dark')
  expect(themeMode()).toBe('light')
})

test('a language that is chosen in another tab is spoken in this one, once its words are here', async () => {
  setLanguage('fa')
  const words = await startWords()
  followLanguage((next) => void words.changeLanguage(next))
  storeElsewhere('language', 'En')
  expect(language()).toBe('fa')
  await vi.waitFor(() => expect(language()).toBe('en'))
  expect(words.t('crash.retry')).toMatch(/[a-z]/)
  expect(document.documentElement).toHaveAttribute('dir', 'ltr')
})
