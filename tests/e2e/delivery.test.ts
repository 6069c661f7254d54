import { type Browser, expect, type Page, test } from 'playwright/test'
import { words as deliveries } from '#client/locales/fa/deliveries.ts'
import { words as delivery } from '#client/locales/fa/delivery.ts'
import { words as operations } from '#client/locales/fa/operations.ts'
import { words as wallet } from '#client/locales/fa/wallet.ts'
import { getTomanPrices } from '#contract/coins.ts'
import { quickBuy } from '#contract/exchange.ts'
import { type Customer, newestCode, payIn } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { startServerProcess } from '../setup/server-process.ts'
import { findBarriers } from './barriers.ts'
import { lastingMisfits } from './fit.ts'
import { operatedFolder } from './operated-folder.ts'
import { sessionCookies } from './session-cookies.ts'
import { openOperatorSession } from './walked-server.ts'

const GRAMS = 12n

async function withGold(url: string): Promise<Customer> {
  const customer = await fundedCustomer(url, '100000000')
  await payIn(customer, '100000000')
  const { content } = await customer.ask(getTomanPrices, {})
  const unitPrice = content.find(({ destCoinSymbol }) => destCoinSymbol === 'GOLD')?.buyPrice ?? '0'
  const totalPrice = String(BigInt(unitPrice) * GRAMS)
  await customer.ask(quickBuy, {
    body: { marketType: 'GOLD_TOMAN', amount: String(GRAMS), orderType: 'EXCHANGE_BUY', unitPrice, totalPrice },
  })
  return customer
}

async function open(browser: Browser, url: string, cookies: ReturnType<typeof sessionCookies>): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'fa-IR', baseURL: url })
  await context.addInitScript(() => localStorage.setItem('language', 'Ir'))
  await context.addCookies(cookies)
  return context.newPage()
}

/** A sheet or a list on the phone: axe reads it, and nothing leaves the narrowest one. */
async function expectFit(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await lastingMisfits(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
}

/** Presses a button of the room's only row and sends its sheet. */
async function act(page: Page, { button, yes, code }: { button: string; yes: string; code?: string }): Promise<void> {
  await page.getByRole('table').or(page.getByRole('list')).getByRole('button', { name: button, exact: true }).click()
  const sheet = page.getByRole('dialog')
  if (code !== undefined) await sheet.getByLabel(deliveries.handOver.code).fill(code)
  await sheet.getByLabel(operations.act.reason).fill('The bar was weighed')
  if (code !== undefined) await expectFit(page)
  await sheet.getByRole('button', { name: yes, exact: true }).click()
  await expect(sheet).toBeHidden()
}

test('gold is asked for on a phone, set aside by an operator, and handed over by the code on its owner’s screen', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const folder = await operatedFolder()
  const server = await startServerProcess(folder.settings, { CODES_PER_ADDRESS_MAX: '1000' })
  const { url } = server
  const customer = await withGold(url)

  const phone = await open(browser, url, sessionCookies({ token: customer.token, url }))
  await phone.goto('/profile/wallet')
  await phone.getByRole('button', { name: /^تحویل فیزیکی/ }).click()
  const sheet = phone.getByRole('dialog')
  await expect(sheet.getByText(delivery.recipientHint)).toBeVisible()
  await expectFit(phone)
  await sheet.getByRole('button', { name: wallet.withdraw.next, exact: true }).click()
  await expect(sheet.getByText(wallet.withdraw.scam)).toBeVisible()
  await expectFit(phone)
  await sheet
    .getByRole('textbox')
    .first()
    .fill(await newestCode(url, customer.mobileNumber))
  await expect(sheet.getByText(delivery.asked)).toBeVisible()
  await sheet.getByRole('link', { name: delivery.history }).click()
  await expect(phone.getByText(delivery.state.REQUESTED).first()).toBeVisible()

  const desk = await open(browser, url, [
    { name: 'kimia_operator', value: await openOperatorSession(url, folder.sara), url },
  ])
  await desk.goto('/operations/deliveries')
  await act(desk, { button: deliveries.approve.action, yes: deliveries.approve.title })
  await act(desk, { button: deliveries.ready.action, yes: deliveries.ready.action })
  await expectFit(desk)

  await phone.reload()
  await phone.getByText(delivery.state.READY).first().click()
  await phone.getByRole('button', { name: delivery.code }).click()
  const shown = phone.getByRole('dialog').getByText(/^[۰-۹]{6}$/)
  const code = [...((await shown.textContent()) ?? '')].map((digit) => '۰۱۲۳۴۵۶۷۸۹'.indexOf(digit)).join('')
  await expectFit(phone)
  await act(desk, { button: deliveries.handOver.action, yes: deliveries.handOver.action, code })
  await expect(desk.getByText(delivery.state.DELIVERED).first()).toBeVisible()
  await expect(desk.getByRole('button', { name: deliveries.handOver.action, exact: true })).toHaveCount(0)

  await phone.reload()
  await expect(phone.getByText(delivery.state.DELIVERED).first()).toBeVisible()
  await phone.goto('/profile/wallet')
  await expect(phone.getByText(/کم دارید/)).toBeVisible()
  await phone.context().close()
  await desk.context().close()
  await server.stop()
  await folder.remove()
})
