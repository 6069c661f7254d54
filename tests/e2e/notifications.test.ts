import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { words as history } from '#client/locales/fa/history.ts'
import { words } from '#client/locales/fa/notifications.ts'
import { words as orders } from '#client/locales/fa/orders.ts'
import { words as shell } from '#client/locales/fa/shell.ts'
import { getNotifications, readNotifications } from '#contract/notifications.ts'
import { placeBuyOrder } from '#contract/orders.ts'
import { quotesOf } from '#tests/builders/best-quotes.ts'
import { payIn, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { sessionCookies } from './session-cookies.ts'
import { PICTURE } from './walk.ts'

test.use({ viewport: { width: 360, height: 780 }, locale: 'fa-IR', serviceWorkers: 'block' })

test('an order that fills rings the bell, opens with its trades, and is found by filters and saved as a file', async ({
  page,
  baseURL: url = '',
}) => {
  const customer = await signUp(url)
  await verifyIdentity(url, customer, new Uint8Array(await readFile(PICTURE)))
  await payIn(customer, '100000000')
  await customer.ask(readNotifications, { body: { all: true } })
  await page.context().addCookies(sessionCookies({ token: customer.token, url }))
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: shell.nav.notifications, exact: true }).first()).toBeVisible()

  await quotesOf(customer, 'TETHER_TOMAN')
  await customer.ask(placeBuyOrder, { body: { marketType: 'TETHER_TOMAN', orderType: 'MARKET_BUY', amount: '10' } })
  const bell = page.getByRole('link', { name: shell.nav.unread.replace('{{shown}}', '۱') })
  // Reads of the orders take a fiftieth of the time, so on a busy machine they are far apart.
  await expect(bell).toBeVisible({ timeout: 60_000 })
  await bell.click()
  await expect(page.getByRole('heading', { name: words.title, exact: true })).toBeVisible()
  await expect(page.getByText(/سفارش خرید .+ تتر با قیمت .+ تومان انجام شد\./)).toBeVisible()
  await expect(bell).toBeHidden()
  // The bell shows nothing before the server has the notice.
  const list = () => customer.ask(getNotifications, { query: { language: 'fa' } })
  await expect.poll(async () => (await list()).baseDTO.unread).toBe(0)
  const { content } = await list()
  expect(content.filter(({ kind }) => kind === 'ORDER_FILLED')).toHaveLength(1)

  await page.getByText(/سفارش خرید .+ انجام شد\./).click()
  await expect(page).toHaveURL(/\/profile\/history\?tab=orders&order=\d+$/)
  const details = page.getByRole('dialog', { name: orders.details.title })
  await expect(details.getByText(orders.status.FINISHED_WITH_TRANSACTION, { exact: true })).toBeVisible()
  await expect(details.getByRole('region', { name: orders.details.trades }).getByRole('listitem')).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/profile\/history\?tab=orders$/)

  // The same order is found by its filters, which the address keeps, and saved as a file.
  await page.getByRole('button', { name: history.filter.title }).click()
  const filters = page.getByRole('dialog', { name: history.filter.title })
  await filters.getByRole('radio', { name: history.filter.side.BUY }).click()
  await filters.getByRole('button', { name: history.filter.show }).click()
  await expect(page).toHaveURL(/side=BUY/)
  await expect(page.getByRole('button', { name: `${history.filter.title} (۱)` })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: history.export.label }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`,TETHER_TOMAN,${orders.type.MARKET_BUY},${orders.status.FINISHED_WITH_TRANSACTION},`)
})

test('what happens rings the bell of the open app at once, before any poll', async ({ page, baseURL: url = '' }) => {
  const customer = await signUp(url)
  await verifyIdentity(url, customer, new Uint8Array(await readFile(PICTURE)))
  await customer.ask(readNotifications, { body: { all: true } })
  await page.context().addCookies(sessionCookies({ token: customer.token, url }))
  const streamed = page.waitForResponse((response) => response.url().endsWith('/api/stream'))
  await page.goto('/profile')
  await streamed
  await expect(page.getByRole('link', { name: shell.nav.notifications, exact: true }).first()).toBeVisible()
  await payIn(customer, '500000')
  await expect(page.getByRole('link', { name: shell.nav.unread.replace('{{shown}}', '۱') })).toBeVisible({
    timeout: 20_000,
  })
})
