import { proveBehindPage } from './prove.ts'
import { answer, dialog, press, reopen, type Screen, type Visit } from './screen.ts'

const SETTINGS = '/profile/settings'
const DEVICE = { openedDateTime: '2026-11-19T08:00:00.000Z', lastUsedDateTime: '2026-11-20T08:00:00.000Z' }
/** Sessions on two devices, one of which is this one. */
const SESSIONS = [
  { ...DEVICE, id: '1', current: true, deviceType: 'DESKTOP', osType: 'Linux', browser: 'Chrome 140' },
  { ...DEVICE, id: '2', current: false, deviceType: 'MOBILE', osType: 'Android 16', browser: 'Samsung Internet 28' },
].map((session) => ({ ...session, ipAddress: '2001:db8:85a3::8a2e:370:7334' }))

/** Adds a session on another device. */
export async function withSessions(visit: Visit): Promise<void> {
  await answer(visit, '/users/sessions', { content: SESSIONS })
  await reopen(visit.page)
}

/** The sheets of the settings. */
export const SETTINGS_SHEETS: readonly Screen[] = [
  {
    name: 'settings: an authenticator',
    who: 'customer',
    path: SETTINGS,
    reach: async ({ page, words }) => {
      await proveBehindPage(page)
      await page.getByRole('radio', { name: words.settings.twoStep.method.GOOGLE_AUTHENTICATOR }).click()
      await dialog(page).getByRole('img').waitFor()
    },
  },
  {
    name: 'settings: an API key',
    who: 'customer',
    path: SETTINGS,
    reach: async ({ page, words }) => {
      await press(page, words.apiKeys.create.action)
      await dialog(page).waitFor()
    },
  },
  {
    name: 'settings: freezing',
    who: 'customer',
    path: SETTINGS,
    reach: async ({ page, words }) => {
      await press(page, words.settings.freeze.action)
      await dialog(page).waitFor()
    },
  },
  {
    name: 'settings: ending the other sessions',
    who: 'customer',
    path: SETTINGS,
    reach: async (visit) => {
      await withSessions(visit)
      await press(visit.page, visit.words.settings.sessions.endOthers)
      await dialog(visit.page).waitFor()
    },
  },
]
