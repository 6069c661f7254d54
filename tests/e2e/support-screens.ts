import type { Page } from 'playwright/test'
import type { WORDS } from './screen-words.ts'

interface Visit {
  readonly page: Page
  readonly words: (typeof WORDS)[keyof typeof WORDS]
}

/** The support screens of a customer. */
export const SUPPORT_SCREENS = [
  { name: 'support', who: 'customer', path: '/profile/support' },
  { name: 'support without a ticket', who: 'newcomer', path: '/profile/support' },
  {
    name: 'support: a new ticket, with what is missing',
    who: 'customer',
    path: '/profile/support?open=DEPOSIT-1',
    reach: async ({ page, words }: Visit) => {
      const sheet = page.getByRole('dialog').first()
      await sheet.getByRole('button', { name: words.support.open.send, exact: true }).click()
      await sheet.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'support: a conversation',
    who: 'customer',
    path: '/profile/support',
    reach: async ({ page, words }: Visit) => {
      await page
        .getByRole('link', { name: words.support.list.viewOf.split('{{subject}}')[0] ?? '' })
        .first()
        .click()
      await page.getByRole('log').getByRole('listitem').nth(1).waitFor()
      await page.locator('form').getByRole('button', { name: words.support.talk.send, exact: true }).click()
      await page.locator('form [aria-invalid=true]').waitFor()
    },
  },
] as const
