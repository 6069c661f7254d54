import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page, type Request, test } from 'playwright/test'
import { words as orders } from '#client/locales/en/orders.ts'
import { getLastTrades, getMarketInfo, getOrderBook } from '#contract/markets.ts'
import { getOrders, placeBuyOrder, placeSellOrder } from '#contract/orders.ts'
import { STREAM_PATH } from '#contract/stream.ts'
import { getMarketBalances } from '#contract/wallets.ts'
import { quotesOf } from '#tests/builders/best-quotes.ts'
import { type Customer, payIn, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { sessionCookies } from './session-cookies.ts'
import { PICTURE, WORDS } from './walk.ts'

const { trade } = WORDS.en
const MARKET = 'GOLD_TOMAN'
/** In Toman. */
const TICK = 100

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })

async function trader(url: string): Promise<Customer> {
  const customer = await signUp(url)
  await verifyIdentity(url, customer, new Uint8Array(await readFile(PICTURE)))
  await payIn(customer, '50000000')
  return customer
}

/** A multiple of the tick between the best bid and the best ask. */
async function middleOf(customer: Customer): Promise<string> {
  const { bid, ask } = await quotesOf(customer, MARKET)
  return `${Math.floor((Number(bid) + Number(ask)) / 2 / TICK) * TICK}`
}

const bid = (customer: Customer, unitPrice: string) =>
  customer.ask(placeBuyOrder, { body: { marketType: MARKET, orderType: 'LIMITED_BUY', amount: '0.5', unitPrice } })
const sell = (customer: Customer, amount: string, unitPrice: string) =>
  customer.ask(placeSellOrder, { body: { marketType: MARKET, orderType: 'LIMITED_SELL', amount, unitPrice } })

async function openTrade(page: Page, by: { customer: Customer; url: string }): Promise<void> {
  await openTradeOf(page, by)
  await expect(page.getByText(trade.orders.emptyOpen.title)).toBeVisible()
}

async function openTradeOf(page: Page, { customer, url }: { customer: Customer; url: string }): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('language', 'En'))
  await page.context().addCookies(sessionCookies({ token: customer.token, url }))
  await page.goto('/profile/trade/TOMAN/GOLD')
}

/** Counts the requests for what the stream brings. */
function countPolls(page: Page): string[] {
  const streamed: readonly string[] = [getOrderBook, getLastTrades, getMarketInfo, getMarketBalances].map(
    ({ path }) => `/api${path}`,
  )
  const polls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (streamed.includes(pathname)) polls.push(pathname)
  })
  return polls
}

const shown = (text: string) => Number(text).toLocaleString('en')
const level = (page: Page, price: string) => page.getByTitle(trade.book.take.replace('{{price}}', shown(price)))
const cancelButton = (page: Page) =>
  page.getByRole('button', { name: trade.orders.cancelOne.replace('{{order}}', orders.type.LIMITED_BUY) })

test('an order placed elsewhere, its fills and the trades are shown as they happen, and nothing is asked again', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const [customer, other] = await Promise.all([trader(url), trader(url)])
  await quotesOf(other, MARKET)
  await other.ask(placeBuyOrder, { body: { marketType: MARKET, orderType: 'MARKET_BUY', amount: '0.6' } })
  const streams = page.waitForResponse((response) => response.url().includes(`${STREAM_PATH}?market=${MARKET}`))
  await openTrade(page, { customer, url })
  await streams
  await page.waitForTimeout(2_500)
  const polls = countPolls(page)

  const price = await middleOf(customer)
  await bid(customer, price)
  await expect(cancelButton(page)).toBeVisible()
  await expect(level(page, price)).toBeVisible()
  await sell(other, '0.2', price)
  await expect(page.getByText('40%', { exact: false }).first()).toBeVisible()
  await sell(other, '0.3', price)
  await expect(cancelButton(page)).toBeHidden()
  await page.getByRole('tab', { name: trade.tabs.trades, exact: true }).click()
  await expect(
    page
      .getByRole('table', { name: trade.trades.title })
      .getByRole('cell', { name: shown(price) })
      .first(),
  ).toBeVisible()
  expect(polls).toEqual([])
})

test('without a stream the same is asked for every few seconds, and a stream that comes back takes over', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const customer = await trader(url)
  await page.route(`**/api${STREAM_PATH}*`, (route) => route.fulfill({ status: 429, body: '{}' }))
  await openTrade(page, { customer, url })
  const price = await middleOf(customer)
  await bid(customer, price)
  await expect(cancelButton(page)).toBeVisible({ timeout: 8_000 })
  await page.unrouteAll({ behavior: 'wait' })
  const polls = countPolls(page)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect.poll(() => polls.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await page.waitForTimeout(3_000)
  polls.length = 0
  await page.waitForTimeout(4_000)
  expect(polls).toEqual([])
  expect((await customer.ask(getOrders, { query: { size: '5' } })).content).toHaveLength(1)
})

test('the price of an open order is edited from its row, and the order stands in the book at its new price', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const customer = await trader(url)
  const price = await middleOf(customer)
  await bid(customer, price)
  await openTradeOf(page, { customer, url })
  await page.getByRole('button', { name: trade.orders.amendOne.replace('{{order}}', orders.type.LIMITED_BUY) }).click()
  const sheet = page.getByRole('dialog')
  const moved = String(Number(price) - TICK)
  await sheet.locator('[name=unitPrice]').fill(moved)
  await expect(sheet.getByText(trade.amend.loses)).toBeVisible()
  await sheet.getByRole('button', { name: trade.amend.yes }).click()
  await expect(page.getByText(trade.amend.done)).toBeVisible()
  await expect(level(page, moved)).toBeVisible()
  await expect(level(page, price)).toBeHidden()
})

/** The streams that tabs of this browser hold now. */
function countStreams(context: BrowserContext): () => number {
  const held = new Set<Request>()
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${STREAM_PATH}`) held.add(request)
  })
  context.on('requestfinished', (request) => held.delete(request))
  context.on('requestfailed', (request) => held.delete(request))
  return () => [...held].filter((request) => !request.frame().page().isClosed()).length
}

test('two tabs hold one stream between them and both show a change, and the second goes on when the first is closed', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const customer = await trader(url)
  const streams = countStreams(context)
  await openTrade(page, { customer, url })
  await expect.poll(streams).toBe(1)
  const second = await context.newPage()
  await openTrade(second, { customer, url })
  await expect(second.getByTitle(trade.book.take.replace('{{price}}', ''), { exact: false }).first()).toBeVisible()
  await expect.poll(streams).toBe(1)
  const polls = countPolls(second)

  const price = await middleOf(customer)
  await bid(customer, price)
  for (const tab of [page, second]) {
    await expect(level(tab, price)).toBeVisible()
    await expect(cancelButton(tab)).toBeVisible()
  }
  await page.close()
  const next = String(Number(price) - TICK)
  await bid(customer, next)
  await expect(level(second, next)).toBeVisible()
  expect(streams()).toBe(1)
  expect(polls.filter((path) => path === `/api${getOrderBook.path}`)).toEqual([])
})
