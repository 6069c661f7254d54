import { dialog, press, type Screen, settle } from './screen.ts'

const COIN = '/market/BITCOIN/TOMAN'

/** The screens that everybody may read, and the sheets on them. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'fees', who: 'visitor', path: '/wages' },
  {
    name: 'fees: a coin is searched for',
    who: 'visitor',
    path: '/wages',
    reach: ({ page }) => page.getByRole('searchbox').fill('zzz'),
  },
  {
    name: 'fees, every network',
    who: 'visitor',
    path: '/wages',
    reach: async ({ page }) => {
      await page.locator('#main table').nth(1).waitFor()
      await page.locator('#main section button').last().click()
      await settle(page)
    },
  },
  { name: 'user manual', who: 'visitor', path: '/faq' },
  {
    name: 'user manual: every heading, and an answer',
    who: 'visitor',
    path: '/faq?open=recovery-codes',
    reach: async ({ page }) => {
      const folded = page.locator('#main h2 button[aria-expanded=false]')
      while ((await folded.count()) > 0) await folded.first().click()
    },
  },
  { name: 'guide', who: 'visitor', path: '/guide' },
  { name: 'about us', who: 'visitor', path: '/about-us' },
  { name: 'contact us', who: 'visitor', path: '/contact-us' },
  { name: 'terms', who: 'visitor', path: '/terms' },
  { name: 'privacy', who: 'visitor', path: '/privacy' },
  { name: 'licences', who: 'visitor', path: '/licences' },
  { name: 'proof of liabilities', who: 'visitor', path: '/liabilities' },
  {
    name: 'markets, with a bell in each row',
    who: 'customer',
    path: '/markets',
    reach: ({ page }) => page.locator('#main tbody button:visible').first().waitFor(),
  },
  { name: 'a coin', who: 'visitor', path: COIN },
  { name: 'a coin that is not traded', who: 'visitor', path: '/market/NOTHING/TOMAN' },
  {
    name: 'a coin: a price alert, with what is missing',
    who: 'customer',
    path: COIN,
    reach: async ({ page, words }) => {
      await press(page, words.priceAlerts.action)
      await dialog(page).getByRole('button', { name: words.priceAlerts.save, exact: true }).click()
      await dialog(page).locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'a page that shows nothing', who: 'visitor', path: '/dummy', bare: true },
  { name: 'back from a single sign-on that nobody began', who: 'visitor', path: '/fromgoogle' },
  {
    name: 'hours of gold',
    who: 'visitor',
    path: '/contact-us',
    outlasts: true,
    reach: async ({ page }) => {
      const state = { kind: 'CLOSED', reason: null, opensAt: '2026-11-22T07:30:00.000Z' }
      await page.route('**/api/markets/GOLD_TOMAN', async (route) => {
        const answer = await route.fetch()
        const { baseDTO, ...rest } = await answer.json()
        await route.fulfill({ response: answer, json: { ...rest, baseDTO: { ...baseDTO, state } } })
      })
      await page.evaluate(() => sessionStorage.removeItem('working-hours-seen'))
      await page.reload()
      await dialog(page).waitFor()
    },
  },
]
