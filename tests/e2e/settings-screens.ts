import type { Page } from 'playwright/test'
import { proveBehindPage } from './prove.ts'
import type { WORDS } from './screen-words.ts'

interface Visit {
  readonly page: Page
  readonly words: (typeof WORDS)[keyof typeof WORDS]
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

/** What opens in the settings. */
export const SETTINGS_SHEETS = [
  {
    name: 'settings: an authenticator',
    who: 'customer',
    path: '/profile/settings',
    reach: async ({ page, words }: Visit) => {
      await proveBehindPage(page)
      await page.getByRole('radio', { name: words.settings.twoStep.method.GOOGLE_AUTHENTICATOR }).click()
      await page.getByRole('dialog').first().getByRole('img').waitFor()
    },
  },
  {
    name: 'settings: an API key',
    who: 'customer',
    path: '/profile/settings',
    reach: async ({ page, words }: Visit) => {
      await press(page, words.apiKeys.create.action)
      await page.getByRole('dialog').first().waitFor()
    },
  },
  {
    name: 'settings: freezing',
    who: 'customer',
    path: '/profile/settings',
    reach: async ({ page, words }: Visit) => {
      await press(page, words.settings.freeze.action)
      await page.getByRole('dialog').first().waitFor()
    },
  },
] as const
