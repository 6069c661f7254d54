import { expect, test } from 'playwright/test'
import { words as orders } from '#client/locales/en/orders.ts'
import { getOrders } from '#contract/orders.ts'
import { quotesOf } from '#tests/builders/best-quotes.ts'
import { askerOf, signUp } from '#tests/builders/customer.ts'
import { WORDS } from './walk.ts'
import { startWalkedServer, type WalkedServer } from './walked-server.ts'

let server: WalkedServer

test.beforeAll(async () => {
  server = await startWalkedServer({ customer: signUp, settings: { MARKET_MAKER: 'on' } })
})
test.afterAll(() => server.stop())
test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })

test('a liquidity provider reads what is closed to them, sees no balances, and places limit orders beyond what the page knows', async ({
  page,
  context,
}) => {
  const { deal, otc, trade, wallet } = WORDS.en
  await page.addInitScript(() => localStorage.setItem('language', 'En'))
  await server.comeAs(context, 'supervisor')
  const session = (await context.cookies(server.url)).find(({ name }) => name === 'kimia_session')
  const ask = askerOf(server.url, session?.value)

  await page.goto(`${server.url}/profile/otc`)
  await expect(page.getByText(deal.reason.supervisor)).toBeVisible()
  const [buy = ''] = otc.submit.BUY.split('{{')
  await expect(page.locator('form').getByRole('button', { name: buy }).last()).toBeDisabled()

  await page.goto(`${server.url}/profile/wallet`)
  await expect(page.getByRole('heading', { name: wallet.title, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: wallet.toman.deposit })).toHaveCount(0)
  await expect(page.getByText(wallet.coins.title, { exact: true })).toHaveCount(0)

  await page.goto(`${server.url}/profile/trade/TOMAN/GOLD`)
  const form = page.getByRole('form', { name: trade.form.title })
  await expect(form.getByText(trade.form.supervisor)).toBeVisible()
  await expect(form.getByRole('radiogroup', { name: trade.form.kind.label }).getByRole('radio')).toHaveCount(1)
  await expect(form.getByText(trade.form.available, { exact: true })).toHaveCount(0)
  await expect(form.getByRole('slider')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: trade.orders.holdings, exact: true })).toHaveCount(0)
  const { bid: unitPrice } = await quotesOf({ ask }, 'GOLD_TOMAN', 8)
  await form.locator('[name=unitPrice]').fill(unitPrice)
  await form.locator('[name=amount]').fill('2')
  await form.locator('button[type=submit]').click()
  await page.getByRole('dialog').getByRole('button', { name: trade.confirm.yes.BUY, exact: true }).click()
  await expect(page.getByText(trade.placed.resting)).toBeVisible()
  const cancel = trade.orders.cancelOne.replace('{{order}}', orders.type.LIMITED_BUY)
  await expect(page.getByRole('button', { name: cancel })).toBeVisible()
  const { content } = await ask(getOrders, { query: { size: '5' } })
  expect(content).toMatchObject([{ orderType: 'LIMITED_BUY', orderStatus: 'IS_OPEN', amount: '2', unitPrice }])
})
