import { expect, test } from 'playwright/test'
import { words as shell } from '#client/locales/fa/shell.ts'
import { words as trade } from '#client/locales/fa/trade.ts'
import { words as ui } from '#client/locales/fa/ui.ts'
import { words as wallet } from '#client/locales/fa/wallet.ts'
import { getTomanPrices } from '#contract/coins.ts'
import { placeBuyOrder } from '#contract/orders.ts'
import { getWallets } from '#contract/wallets.ts'
import { MARKET, trader } from '#tests/bench/web-market.ts'
import { coldStart, readPersisted, saveOwn, visitUntilKept } from './kept-answers.ts'
import { sessionCookies } from './session-cookies.ts'

test.use({ viewport: { width: 390, height: 844 }, locale: 'fa-IR' })

test('a user sees the last known balances and orders without a network, and a logout deletes them', async ({
  context,
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const customer = await trader(url)
  const { content: prices } = await customer.ask(getTomanPrices, {})
  const gold = Number(prices.find(({ destCoinSymbol }) => destCoinSymbol === 'GOLD')?.buyPrice)
  const unitPrice = String(Math.floor((gold * 0.95) / 1_000) * 1_000)
  await customer.ask(placeBuyOrder, {
    body: { marketType: MARKET, amount: '0.5', unitPrice, orderType: 'LIMITED_BUY' },
  })
  await context.addCookies(sessionCookies({ token: customer.token, url }))
  await page.goto('/profile')
  await expect(page.locator('#main')).toContainText(trade.orders.cancel)
  // A page that is left at once may not have written its last answers.
  await saveOwn(page, '"open","ALL"')
  // A worker that becomes active while a page is on its way does not control that page.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto('/profile/wallet')
  await expect(page.locator('#main')).toContainText('۲۰۰٬۰۰۰٬۰۰۰')
  await saveOwn(page, '["session"]', getWallets.path, '"open","ALL"')
  const own = await page.evaluate(readPersisted, 'own' as const)
  for (const personal of [customer.mobileNumber, customer.nationalCode]) expect(own).not.toContain(personal)
  await page.close()
  await context.setOffline(true)

  const cold = await coldStart({ context, path: '/profile/wallet' })
  const main = cold.locator('#main')
  const menu = cold.getByRole('banner').getByRole('button', { name: /^منوی حساب/ })
  await cold.getByRole('dialog').getByRole('button').last().click()
  await expect(main).toContainText('۲۰۰٬۰۰۰٬۰۰۰')
  await expect(cold.getByTestId('age').first()).toContainText('موجودی')
  for (const name of [wallet.toman.deposit, wallet.toman.withdraw])
    await expect(main.getByRole('button', { name, exact: true })).toBeDisabled()
  await menu.click()
  await cold.getByRole('link', { name: shell.nav.dashboard }).first().click()
  await expect(main).toContainText(ui.offline.needed)
  await expect(main.getByRole('button', { name: /^لغو/ }).first()).toBeDisabled()
  await expect(cold.getByTestId('age').filter({ hasText: 'سفارش' })).toBeVisible()

  let [asked, loads] = [0, 0]
  cold.on('request', (request) => (asked += request.url().includes(getWallets.path) ? 1 : 0))
  cold.on('load', () => (loads += 1))
  await context.setOffline(false)
  await expect(main.getByRole('button', { name: /^لغو/ }).first()).toBeEnabled()
  await expect(cold.getByTestId('age')).toHaveCount(0)
  expect({ few: asked <= 3, loads }).toEqual({ few: true, loads: 0 })

  await menu.click()
  await cold.getByRole('button', { name: shell.nav.exit, exact: true }).click()
  await cold.getByRole('dialog').getByRole('button', { name: shell.exit.yes }).click()
  await expect(menu).toBeHidden()
  await expect.poll(() => cold.evaluate(readPersisted, 'own' as const)).toBe('undefined')
  const stored = await cold.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  for (const personal of [customer.mobileNumber, customer.token, '200000000']) expect(stored).not.toContain(personal)
})

test('a cold start paints the prices of the last visit, with their time, before the app is there', async ({
  context,
  page,
}) => {
  await visitUntilKept(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('first-prices'))).toContain('قیمت')
  await page.close()
  await context.setOffline(true)
  const cold = await context.newPage()
  await cold.addInitScript(() => {
    const look = () => {
      const kept = document.querySelector('.kept')?.textContent
      if (kept && !document.querySelector('#main')) Object.assign(window, { painted: kept })
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  await cold.goto('/markets')
  await expect(cold.locator('#main')).toBeVisible()
  expect(await cold.evaluate(() => Reflect.get(window, 'painted'))).toMatch(
    /^قیمت ساعت [۰-۹]{1,2}:[۰-۹]{2}.*[۰-۹]٬[۰-۹]{3}/,
  )
  await expect(cold.locator('.kept')).toHaveCount(0)
})
