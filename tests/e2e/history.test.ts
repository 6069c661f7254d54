import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { words as history } from '#client/locales/fa/history.ts'
import { words as orders } from '#client/locales/fa/orders.ts'
import { words as shell } from '#client/locales/fa/shell.ts'
import { cancelAllOrders, placeBuyOrder } from '#contract/orders.ts'
import { quotesOf } from '#tests/builders/best-quotes.ts'
import { payIn, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { sessionCookies } from './session-cookies.ts'
import { PICTURE } from './walk.ts'

test.use({ viewport: { width: 390, height: 844 }, locale: 'fa-IR' })

/** Three pages of the list. */
const ORDERS = 65
const LOOKED_AT = 42

test('a long history loads by itself, and keeps its place on the way to an order, to another page, and back', async ({
  page,
  baseURL: url = '',
}) => {
  const customer = await signUp(url)
  await verifyIdentity(url, customer, new Uint8Array(await readFile(PICTURE)))
  await payIn(customer, '100000000')
  const { bid } = await quotesOf(customer, 'GOLD_TOMAN', 8)
  const order = { marketType: 'GOLD_TOMAN', orderType: 'LIMITED_BUY', amount: '0.01', unitPrice: bid } as const
  for (let placed = 0; placed < ORDERS; placed += 1) await customer.ask(placeBuyOrder, { body: order })
  await customer.ask(cancelAllOrders, {})
  await page.context().addCookies(sessionCookies({ token: customer.token, url }))

  await page.goto('/profile/history?tab=orders')
  const rows = page.getByRole('list', { name: history.tabs.orders }).locator('> li')
  await expect(async () => {
    await page.mouse.move(190, 400)
    await page.mouse.wheel(0, 2_000)
    expect(await rows.count()).toBe(ORDERS)
  }).toPass()

  const row = rows.nth(LOOKED_AT)
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await row.locator('summary').click()
  const details = row.getByText(orders.details.title)
  await details.scrollIntoViewIfNeeded()
  const topOf = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await topOf()
  const isThere = () => expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(8)
  await details.click()
  await expect(page.getByRole('dialog', { name: orders.details.title })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await isThere()

  await page.getByRole('link', { name: shell.nav.wallet, exact: true }).last().click()
  await expect(page).toHaveURL(/\/profile\/wallet$/)
  await expect(page.locator('#main h1').first()).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(ORDERS)
  await isThere()
})
