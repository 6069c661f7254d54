import { storedChoice } from './stored-choice.ts'

export type ThemeMode = 'dark' | 'light'

/** The colour of the browser's own bars: the canvas of each theme. */
const BAR_COLOUR = { dark: '#0A0D14', light: '#F5F6F8' } as const satisfies Record<ThemeMode, string>

const choice = storedChoice<ThemeMode>(
  { key: 'theme', names: { dark: 'dark', light: 'light' }, otherwise: 'dark' },
  applyThemeMode,
)

/** The chosen theme: dark by default. */
export const themeMode = choice.get
export const setThemeMode = choice.set
export const useThemeMode = choice.use
export const followThemeMode = choice.follow

/** Puts the theme's class on `<html>`. The start of the app calls it once; after that `setThemeMode` does. */
export function applyThemeMode(): void {
  show(themeMode())
  // Prints are always light.
  window.onbeforeprint = () => show('light')
  window.onafterprint = () => show(themeMode())
}

function show(mode: ThemeMode): void {
  const root = document.documentElement
  root.classList.toggle('dark', mode === 'dark')
  root.classList.toggle('light', mode === 'light')
  root.style.colorScheme = mode
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOUR[mode])
}
