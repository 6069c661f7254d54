import { expect, test } from 'playwright/test'
import { words } from '#client/locales/fa/markets.ts'
import { words as alerts } from '#client/locales/fa/price-alerts.ts'
import { signUp } from '#tests/builders/customer.ts'
import { settle } from './screen.ts'
import { sessionCookies } from './session-cookies.ts'

const WIDTHS = [320, 360, 390] as const
/** The smallest target for a thumb. */
const TARGET_PX_MIN = 44
const NAME = 'بیت‌کوین'

test.use({ viewport: { width: 320, height: 780 }, hasTouch: true, isMobile: true, serviceWorkers: 'block' })

/** Runs in the page: the size and place of each row's bell, and the height that the buttons add to what is in the row. */
function measureRows() {
  return [...document.querySelectorAll<HTMLElement>('#main tbody tr')].map((row) => {
    const buttons = [...row.querySelectorAll('button')]
    const bell = buttons.find((each) => each.checkVisibility())
    row.style.setProperty('height', '0')
    const { width, height, left, right } = bell?.getBoundingClientRect() ?? new DOMRect()
    const heightWith = row.getBoundingClientRect().height
    for (const each of buttons) each.style.setProperty('display', 'none')
    const heightWithout = row.getBoundingClientRect().height
    for (const each of buttons) each.style.removeProperty('display')
    row.style.removeProperty('height')
    return { smaller: Math.min(width, height), left, right, higherBy: heightWith - heightWithout }
  })
}

test('on a phone a row has its bell beside the ticker, as large as a thumb, and is no higher for it', async ({
  page,
  baseURL: url = '',
}) => {
  const { token } = await signUp(url)
  await page.context().addCookies(sessionCookies({ token, url }))
  await page.goto('/markets')
  const bell = page.getByRole('button', { name: alerts.title.replace('{{name}}', NAME), exact: true })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 780 })
    // Before the first bell there may be no rows at all.
    await expect(bell).toBeVisible()
    await expect(page.locator('#main tbody tr:not(:has(button:visible))')).toHaveCount(0)
    await settle(page)
    const rows = await page.evaluate(measureRows)
    expect(rows.length).toBeGreaterThan(10)
    for (const { smaller, left, right, higherBy } of rows) {
      expect(smaller).toBeGreaterThanOrEqual(TARGET_PX_MIN)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
      expect(higherBy).toBeLessThan(1)
    }
  }
  await bell.tap()
  await expect(page.getByRole('dialog')).toContainText(NAME)
  await expect(page).toHaveURL(/\/markets$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: words.trade.replace('{{name}}', NAME), exact: true }).tap()
  await expect(page).toHaveURL(/\/profile\/trade\/TOMAN\/BITCOIN$/)
})
