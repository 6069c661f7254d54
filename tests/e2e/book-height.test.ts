import { expect, test } from 'playwright/test'
import { signUp } from '#tests/builders/customer.ts'
import { sessionCookies } from './session-cookies.ts'
import { WORDS } from './walk.ts'

/** Runs in the page: the space below the last row of the book, and whether the book is scrolled. */
function leftBelow(sellers: string) {
  const panel = document.querySelector(`ul[aria-label="${sellers}"]`)?.closest('section')
  const last = [...(panel?.querySelectorAll('li') ?? [])].at(-1)
  if (!panel || !last) throw new Error('the book is not drawn')
  return {
    px: panel.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom,
    isScrolled: panel.scrollHeight > panel.clientHeight,
  }
}

for (const [width, height] of [
  [1280, 800],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const)
  test.describe(`in a window of ${width} to ${height}`, () => {
    test.use({ viewport: { width, height } })

    test('the rows of the book fill their panel', async ({ page, baseURL }) => {
      const url = baseURL ?? ''
      const { sellers } = WORDS.fa.trade.book
      await page.context().addCookies(sessionCookies({ token: (await signUp(url)).token, url }))
      await page.goto('/profile/trade/TOMAN/GOLD')
      await expect(page.getByRole('list', { name: sellers }).getByRole('button')).toHaveCount(11)
      const { px, isScrolled } = await page.evaluate(leftBelow, sellers)
      expect(isScrolled).toBe(false)
      expect(px).toBeLessThan(40)
    })
  })
