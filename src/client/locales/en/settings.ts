import type { words as fa } from '../fa/settings.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  title: 'Settings',
  lead: 'Account security, language and theme',
  appearance: { title: 'Language and theme', language: 'Language', theme: 'Theme', dark: 'Dark', light: 'Light' },
} satisfies SameKeys<typeof fa>
