import { type BrowserContext, expect, type Locator, type Page, type Request, test } from 'playwright/test'
import { words as orders } from '#client/locales/en/orders.ts'
import { getLastTrades, getMarketInfo, getOrderBook } from '#contract/markets.ts'
import { placeOco } from '#contract/order-changes.ts'
import { cancelAllOrders, getOrders, placeBuyOrder, placeSellOrder } from '#contract/orders.ts'
import { STREAM_PATH } from '#contract/stream.ts'
import { getMarketBalances } from '#contract/wallets.ts'
import { middleOf, quotesOf } from '#tests/builders/best-quotes.ts'
import type { Customer } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { sessionCookies } from './session-cookies.ts'
import { WORDS } from './walk.ts'

const { trade } = WORDS.en
/** Ticks are in Toman. */
const GOLD = { market: 'GOLD_TOMAN', coin: 'GOLD', tick: 100, amount: '0.5' }
const ETHER = { market: 'ETHEREUM_TOMAN', coin: 'ETHEREUM', tick: 1_000, amount: '0.01' }
/** How often a book is asked for without a stream. */
const BOOK_MS = 2_000
const { market: MARKET, tick: TICK } = GOLD

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })

const traders: Customer[] = []
async function trader(url: string): Promise<Customer> {
  const customer = await fundedCustomer(url, '50000000')
  traders.push(customer)
  return customer
}
// A bid that stays halves the room between bid and ask for the next test.
test.afterEach(async () => {
  for (const { ask } of traders.splice(0)) await ask(cancelAllOrders, {})
})

const bid = (customer: Customer, unitPrice: string, { market: marketType, amount } = GOLD) =>
  customer.ask(placeBuyOrder, { body: { marketType, orderType: 'LIMITED_BUY', amount, unitPrice } })
const sell = (customer: Customer, amount: string, unitPrice: string) =>
  customer.ask(placeSellOrder, { body: { marketType: MARKET, orderType: 'LIMITED_SELL', amount, unitPrice } })

async function openTrade(page: Page, by: { customer: Customer; url: string }): Promise<void> {
  await openTradeOf(page, by)
  await expect(page.getByText(trade.orders.emptyOpen.title)).toBeVisible()
}

async function openTradeOf(
  page: Page,
  { customer, url, coin = GOLD.coin }: { customer: Customer; url: string; coin?: string },
): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('language', 'En'))
  await page.context().addCookies(sessionCookies({ token: customer.token, url }))
  await page.goto(`/profile/trade/TOMAN/${coin}`)
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

  const price = await middleOf(customer, GOLD)
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
  const price = await middleOf(customer, GOLD)
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

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('the age of a price that nobody answers for any more moves nothing below it', async ({ page, baseURL }) => {
    await page.clock.install()
    await openTradeOf(page, { customer: await trader(baseURL ?? ''), url: baseURL ?? '', coin: 'BITCOIN' })
    const title = page.locator('#main h1 + div')
    const form = page.getByRole('form', { name: trade.form.title })
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
    const distance = async () => (await topOf(form)) - (await topOf(title))
    await expect(form).toBeVisible()
    await expect(page.locator('#main dl dd').first()).toContainText(/\d/)
    const before = await distance()
    expect(before).toBeGreaterThan(0)
    await page.context().setOffline(true)
    await page.clock.fastForward(12_000)
    await expect(page.locator('#main h1 ~ div').getByTestId('age').first()).toBeVisible()
    expect(await distance()).toBe(before)
  })
})

test('the price of an open order is edited from its row, and the order stands in the book at its new price', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const customer = await trader(url)
  const price = await middleOf(customer, GOLD)
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

test('two browsers trade with each other: one leg of an OCO order fills, its owner is told that both have ended, and the list is empty', async ({
  page,
  browser,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const [seller, buyer] = await Promise.all([trader(url), trader(url)])
  const market = { body: { marketType: MARKET, amount: '0.2' } }
  await quotesOf(seller, MARKET)
  await seller.ask(placeBuyOrder, { body: { ...market.body, orderType: 'MARKET_BUY' } })
  // The market's last price is that of a sale then, below the middle.
  await seller.ask(placeSellOrder, { body: { ...market.body, amount: '0.05', orderType: 'MARKET_SELL' } })
  const price = await middleOf(seller, GOLD)
  const below = String(Math.floor((Number(price) * 0.97) / TICK) * TICK)
  const { content: legs } = await seller.ask(placeOco, {
    body: { marketType: MARKET, side: 'SELL', amount: '0.1', unitPrice: price, stopPrice: below, stopUnitPrice: below },
  })
  await openTradeOf(page, { customer: seller, url })
  for (const { orderType } of legs) {
    const name = trade.orders.cancelOne.replace('{{order}}', orders.type[orderType])
    await expect(page.getByRole('button', { name }).first()).toBeVisible()
  }

  const phone = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 }, locale: 'fa-IR' })
  const other = await phone.newPage()
  const words = WORDS.fa.trade
  await phone.addCookies(sessionCookies({ token: buyer.token, url }))
  await other.goto('/profile/trade/TOMAN/GOLD')
  const form = other.getByRole('form', { name: words.form.title })
  await form.locator('[name=unitPrice]').fill(price)
  await form.locator('[name=amount]').fill('0.1')
  await form.locator('button[type=submit]').click()
  const otherLeg = orders.ended.count.otherLeg.replace('{{number}} ', '')
  await Promise.all([
    // Both toasts go after some seconds.
    expect(page.getByText(otherLeg).or(page.getByText(orders.ended.title.otherLeg)).first()).toBeVisible(),
    expect(other.getByText(words.placed.traded.BUY)).toBeVisible(),
    other.getByRole('dialog').getByRole('button', { name: words.confirm.yes.BUY, exact: true }).click(),
  ])
  await expect(page.getByText(trade.orders.emptyOpen.title)).toBeVisible()
  await phone.close()
})

/** The tabs of this browser that hold a stream now. */
function holdersOf(context: BrowserContext): () => Page[] {
  const held = new Set<Request>()
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${STREAM_PATH}`) held.add(request)
  })
  context.on('requestfinished', (request) => held.delete(request))
  context.on('requestfailed', (request) => held.delete(request))
  return () => [...held].map((request) => request.frame().page()).filter((tab) => !tab.isClosed())
}

test('two tabs of different markets hold one stream between them and both show changes; one that hears nothing takes it, and it outlives its tab', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const customer = await trader(url)
  const holders = holdersOf(context)
  await openTrade(page, { customer, url })
  await expect.poll(holders).toEqual([page])
  const second = await context.newPage()
  await openTradeOf(second, { customer, url, coin: ETHER.coin })
  await expect(second.getByTitle(trade.book.take.replace('{{price}}', ''), { exact: false }).first()).toBeVisible()
  await expect.poll(holders).toEqual([page])

  const [gold, ether] = [await middleOf(customer, GOLD), await middleOf(customer, ETHER)]
  await bid(customer, gold)
  await bid(customer, ether, ETHER)
  await expect(level(page, gold)).toBeVisible()
  await expect(level(second, ether)).toBeVisible()
  expect(holders()).toEqual([page])
  const polls = [countPolls(page), countPolls(second)]
  const askedMeanwhile = async () => {
    for (const each of polls) each.length = 0
    await page.waitForTimeout(BOOK_MS)
    return polls.flat().filter((path) => path === `/api${getOrderBook.path}`)
  }
  // The first one may still begin while the stream does.
  await expect.poll(askedMeanwhile).toEqual([])

  // Each look at the second tab's clock is half a minute after the last: whatever arrived in between, the first tab seems silent since. Playwright's
  // clock would move on in both.
  await second.evaluate(() => {
    const now = performance.now.bind(performance)
    let looks = 0
    performance.now = () => now() + ++looks * 30_000
  })
  await expect.poll(holders, { timeout: 15_000 }).toEqual([second])
  // The time of its last event is far ahead of the real clock now: the tab misses nothing any more.
  await second.evaluate(() => Reflect.deleteProperty(performance, 'now'))
  // The market may have moved meanwhile, and a bid at its former middle would trade.
  const next = await middleOf(customer, GOLD)
  await bid(customer, next)
  await expect(level(page, next)).toBeVisible()
  await second.close()
  await expect.poll(holders).toEqual([page])
  const last = await middleOf(customer, GOLD)
  await bid(customer, last)
  await expect(level(page, last)).toBeVisible()
})
