import { type Screen, settle } from './screen.ts'

/** What everybody may read. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'guide', who: 'visitor', path: '/guide' },
  { name: 'about', who: 'visitor', path: '/about-us' },
  { name: 'contact', who: 'visitor', path: '/contact-us' },
  { name: 'privacy', who: 'visitor', path: '/privacy' },
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
  { name: 'page of a coin', who: 'visitor', path: '/market/BITCOIN/TOMAN' },
]
