import { expect, type Page, test } from 'playwright/test'
import { words as marketsEn } from '#client/locales/en/markets.ts'
import { words as marketsFa } from '#client/locales/fa/markets.ts'
import { addFavouriteMarket, removeFavouriteMarket } from '#contract/markets.ts'
import { signUp } from '#tests/builders/customer.ts'
import { sessionCookies } from './session-cookies.ts'
import { WORDS } from './walk.ts'

const rows = (page: Page) => page.locator('#main .market')
const star = (page: Page, words: { favourite: string }) =>
  rows(page).getByRole('button', { name: words.favourite.replace('{{name}}', '') })

/** Waits until the server has taken a press of a star. */
function marked(page: Page, { method, path }: { method: string; path: string }): Promise<unknown> {
  const [before = ''] = path.split(':')
  return page.waitForResponse(
    (answer) => answer.url().includes(`/api${before}`) && answer.request().method() === method && answer.ok(),
  )
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'fa-IR' })

  test('favourite markets are kept after a reload and in another browser of the customer, where they end too', async ({
    page,
    browser,
    baseURL: url = '',
  }) => {
    const { token } = await signUp(url)
    const cookies = sessionCookies({ token, url })
    await page.context().addCookies(cookies)
    await page.goto('/markets')
    for (const place of [3, 1]) {
      const added = marked(page, addFavouriteMarket)
      await star(page, marketsFa).nth(place).click()
      await added
    }
    const names = [1, 3].map((place) => star(page, marketsFa).nth(place))
    const chosen = await Promise.all(names.map((each) => each.getAttribute('aria-label')))
    const only = page.getByRole('radio', { name: marketsFa.group.favourites, exact: true })
    await only.click()
    await expect(rows(page)).toHaveCount(2)
    await page.reload()
    await expect(rows(page)).toHaveCount(2)
    for (const name of chosen)
      await expect(page.getByRole('button', { name: name ?? '', exact: true })).toHaveAttribute('aria-pressed', 'true')

    const desktop = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    await desktop.addInitScript(() => localStorage.setItem('language', 'En'))
    await desktop.addCookies(cookies)
    const other = await desktop.newPage()
    // A favourite is a market, and English begins with those in Tether.
    await other.goto('/markets?unit=TOMAN')
    await other.getByRole('radio', { name: marketsEn.group.favourites, exact: true }).click()
    await expect(rows(other)).toHaveCount(2)
    for (const left of [1, 0]) {
      const removed = marked(other, removeFavouriteMarket)
      await star(other, marketsEn).first().click()
      await removed
      await expect(rows(other)).toHaveCount(left)
    }
    await expect(other.getByText(marketsEn.favourites.title)).toBeVisible()
    await desktop.close()
    await page.reload()
    await expect(page.getByText(marketsFa.favourites.title)).toBeVisible()
  })
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })

  test('each of the three arrangements of the terminal keeps its own sizes after a reload', async ({ page }) => {
    const { trade } = WORDS.en
    await page.addInitScript(() => localStorage.setItem('language', 'En'))
    await page.goto('/market/GOLD/TOMAN?tradeFrom=GOLD&tradeTo=TOMAN')
    const menu = page.getByRole('combobox', { name: trade.panels.label })
    const separator = page.getByRole('separator', { name: trade.panels.resize.book })
    const book = page.getByRole('region', { name: trade.book.title, exact: true })
    const widthOf = async () => Math.round((await book.boundingBox())?.width ?? 0)
    const placeOf = async () => (await book.boundingBox())?.x ?? 0
    const sizes: Record<string, number> = {}

    await expect(menu).toHaveValue('standard')
    for (const [arrangement, dragged] of [
      ['standard', -40],
      ['chart', 56],
      ['book', 72],
    ] as const) {
      await menu.selectOption(arrangement)
      const before = Number(await separator.getAttribute('aria-valuenow'))
      const bar = await separator.boundingBox()
      const [x, y] = [(bar?.x ?? 0) + (bar?.width ?? 0) / 2, (bar?.y ?? 0) + 40]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + dragged, y, { steps: 4 })
      await page.mouse.up()
      // The book lies before its separator in the last arrangement alone.
      const size = before + (arrangement === 'book' ? dragged : -dragged)
      await expect(separator).toHaveAttribute('aria-valuenow', `${size}`)
      await expect.poll(widthOf).toBe(size)
      sizes[arrangement] = size
    }
    await page.reload()
    for (const arrangement of ['book', 'chart', 'standard'] as const) {
      if (arrangement !== 'book') await menu.selectOption(arrangement)
      await expect(menu).toHaveValue(arrangement)
      await expect(separator).toHaveAttribute('aria-valuenow', `${sizes[arrangement]}`)
      await expect.poll(widthOf).toBe(sizes[arrangement])
      expect((await placeOf()) < 720).toBe(arrangement === 'book')
    }
    await separator.dblclick()
    await expect.poll(widthOf).toBe(288)
  })
})
