import { proveBehindPage } from './prove.ts'
import { dialog, press, type Screen } from './screen.ts'

/** What opens in the settings. */
export const SETTINGS_SHEETS: readonly Screen[] = [
  {
    name: 'settings: an authenticator',
    who: 'customer',
    path: '/profile/settings',
    reach: async ({ page, words }) => {
      await proveBehindPage(page)
      await page.getByRole('radio', { name: words.settings.twoStep.method.GOOGLE_AUTHENTICATOR }).click()
      await dialog(page).getByRole('img').waitFor()
    },
  },
  {
    name: 'settings: an API key',
    who: 'customer',
    path: '/profile/settings',
    reach: async ({ page, words }) => {
      await press(page, words.apiKeys.create.action)
      await dialog(page).waitFor()
    },
  },
  {
    name: 'settings: freezing',
    who: 'customer',
    path: '/profile/settings',
    reach: async ({ page, words }) => {
      await press(page, words.settings.freeze.action)
      await dialog(page).waitFor()
    },
  },
]
