import { expect, type Page, test } from 'playwright/test'
import { words as uiEn } from '#client/locales/en/ui.ts'
import { words as wordsOfOrders } from '#client/locales/fa/orders.ts'
import { words as uiFa } from '#client/locales/fa/ui.ts'
import { getOrders } from '#contract/orders.ts'
import type { Customer } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { sessionCookies } from './session-cookies.ts'
import { WORDS } from './walk.ts'

const { deal, trade } = WORDS.fa

test.use({
  viewport: { width: 390, height: 844 },
  locale: 'fa-IR',
  // The routes of these tests would not see requests that the worker passes on.
  serviceWorkers: 'block',
})

/** A verified customer with money, signed in on this page. */
async function signedIn(page: Page, url: string): Promise<Customer> {
  const customer = await fundedCustomer(url, '100000000')
  await page.context().addCookies(sessionCookies({ token: customer.token, url }))
  return customer
}

/** The next command to this path reaches the server and is executed; its answer is lost, and so are requests for its outcome. */
async function loseAnswers(page: Page, path: string): Promise<{ keys: string[] }> {
  const keys: string[] = []
  await page.route(`**/api${path}*`, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.route('**/api/outcomes/*', (route) => route.abort('connectionreset'))
  return { keys }
}

const ordersOf = async (customer: Customer) => (await customer.ask(getOrders, { query: { size: '50' } })).content

test('a purchase whose answer was lost is shown after a reload, and was made once', async ({ page, baseURL }) => {
  const customer = await signedIn(page, baseURL ?? '')
  await page.goto('/profile/otc')
  await page.locator('[name=amount]').fill('1')
  await expect(page.locator('[name=total]')).not.toHaveValue('')
  await page.locator('form button[type=submit]').click()
  const { keys } = await loseAnswers(page, '/exchange/buy')
  await page.getByRole('dialog').getByRole('button', { name: deal.confirm.yes.BUY, exact: true }).click()
  await expect(page.getByText(uiFa.unknown['no-answer'])).toBeVisible()

  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(page.getByText(deal.receipt.title.BUY)).toBeVisible()
  expect(keys).toHaveLength(1)
  expect(await ordersOf(customer)).toMatchObject([{ orderType: 'EXCHANGE_BUY', orderStatus: 'DONE', amount: '1' }])
})

test('an order whose answer was lost and that is tried again stands in the book once', async ({ page, baseURL }) => {
  const customer = await signedIn(page, baseURL ?? '')
  await page.goto('/profile/trade/TOMAN/GOLD')
  const form = page.getByRole('form', { name: trade.form.title })
  await form.locator('[name=unitPrice]').fill('5000000')
  await form.locator('[name=amount]').fill('1')
  await form.locator('button[type=submit]').click()
  const { keys } = await loseAnswers(page, '/orders/buy')
  await page.getByRole('dialog').getByRole('button', { name: trade.confirm.yes.BUY, exact: true }).click()
  await expect(page.getByText(uiFa.unknown['no-answer'])).toBeVisible()
  await page.getByRole('button', { name: trade.confirm.again, exact: true }).click()
  await expect.poll(() => keys.length).toBe(2)
  expect(keys[1]).toBe(keys[0])
  await expect(page.getByText(uiFa.unknown['no-answer'])).toBeVisible()

  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  const orders = await ordersOf(customer)
  expect(orders).toMatchObject([{ orderStatus: 'IS_OPEN', amount: '1', clientOrderId: keys[0] }])
  const cancel = trade.orders.cancelOne.replace('{{order}}', wordsOfOrders.type.LIMITED_BUY)
  await expect(page.getByRole('button', { name: cancel })).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })

  test('an order whose answer was lost is found as soon as the server can be reached; one that never arrived is not recorded, and is sent again under its key', async ({
    page,
    baseURL,
  }) => {
    const words = WORDS.en.trade
    const customer = await signedIn(page, baseURL ?? '')
    await page.addInitScript(() => localStorage.setItem('language', 'En'))
    await page.goto('/profile/trade/TOMAN/GOLD')
    const form = page.getByRole('form', { name: words.form.title })
    const sheet = page.getByRole('dialog', { name: words.confirm.title.BUY })
    const propose = async () => {
      await form.locator('[name=unitPrice]').fill('5000000')
      await form.locator('[name=amount]').fill('1')
      await form.locator('button[type=submit]').click()
    }
    const yes = () => sheet.getByRole('button', { name: words.confirm.yes.BUY, exact: true }).click()
    const placed = page.getByRole('status').filter({ hasText: words.placed.resting })

    await propose()
    const { keys } = await loseAnswers(page, '/orders/buy')
    await yes()
    await expect(sheet.getByText(uiEn.unknown.title)).toBeVisible()
    await expect(sheet.getByText(uiEn.unknown['no-answer'])).toBeVisible()
    await expect(sheet.getByRole('button', { name: uiEn.unknown.leave })).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(placed).toContainText(words.placed.title)
    await expect(sheet).toBeHidden()
    expect(keys).toHaveLength(1)
    expect(await ordersOf(customer)).toMatchObject([{ orderStatus: 'IS_OPEN', clientOrderId: keys[0] }])

    await propose()
    await page.route('**/api/orders/buy*', (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '')
      return route.abort('connectionreset')
    })
    await yes()
    await expect(sheet.getByText(uiEn.unknown['nothing-so-far'])).toBeVisible()
    expect(await ordersOf(customer)).toHaveLength(1)
    await page.unrouteAll({ behavior: 'wait' })
    await sheet.getByRole('button', { name: words.confirm.again, exact: true }).click()
    await expect(sheet).toBeHidden()
    expect((await ordersOf(customer)).map(({ clientOrderId }) => clientOrderId)).toEqual([keys[1], keys[0]])
  })
})
