import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { REFUSALS } from '#contract/errors.ts'
import { getOrders, placeBuyOrder } from '#contract/orders.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { middleOf, quotesOf } from '#tests/builders/best-quotes.ts'
import { type Customer, payIn, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { chooseKind } from './choose-kind.ts'
import {
  inPersianDigits,
  PICTURE,
  payByAnotherCard,
  payInOnScreen,
  signUpOnScreen,
  verifyOnScreen,
  type Walker,
  WORDS,
} from './walk.ts'

test.use({ serviceWorkers: 'allow', reducedMotion: 'no-preference' })

const MARKET = 'GOLD_TOMAN'
/** In Toman. */
const GOLD_TICK = 100

/** Another verified user with money, who places the counter-order of the story. */
async function counterparty(url: string): Promise<Customer> {
  const customer = await signUp(url)
  await verifyIdentity(url, customer, new Uint8Array(await readFile(PICTURE)))
  await payIn(customer, '100000000')
  return customer
}

/** Places an order at a price between the best bid and the best ask, so that it is first in the queue. */
async function placeBestBid(customer: Customer, grams: string): Promise<{ id: string; unitPrice: string }> {
  const unitPrice = await middleOf(customer, { market: MARKET, tick: GOLD_TICK })
  const placed = await customer.ask(placeBuyOrder, {
    body: { marketType: MARKET, orderType: 'LIMITED_BUY', amount: grams, unitPrice },
  })
  expect(placed.baseDTO.orderStatus).toBe('IS_OPEN')
  return { id: placed.baseDTO.id, unitPrice }
}

/** Goes through the quick-trade form, from the amount to the receipt. */
async function buyGold({ page, language }: Walker, grams: string): Promise<void> {
  const { deal } = WORDS[language]
  await page.goto('/profile/otc')
  await page.locator('[name=amount]').fill(language === 'fa' ? inPersianDigits(grams) : grams)
  await expect(page.locator('[name=total]')).not.toHaveValue('')
  // The fee moves the button when it arrives, and a press in that moment lands where the button was.
  await expect(page.locator('form dl').first()).toBeVisible()
  await page.locator('form button[type=submit]').click()
  await page.getByRole('dialog').getByRole('button', { name: deal.confirm.yes.BUY, exact: true }).click()
  await expect(page.getByText(deal.receipt.title.BUY)).toBeVisible()
}

/** Places a market order on the book, which the market maker's quotes fill. */
async function buyGoldAtMarket({ page, language }: Walker, grams: string): Promise<void> {
  const { trade } = WORDS[language]
  await page.goto('/profile/trade/TOMAN/GOLD')
  const form = page.getByRole('form', { name: trade.form.title })
  await chooseKind(form, 'MARKET', trade.form.kind)
  await form.locator('[name=amount]').fill(grams)
  await form.locator('button[type=submit]').click()
  await page.getByRole('dialog').getByRole('button', { name: trade.confirm.yes.BUY, exact: true }).click()
  await expect(page.getByText(trade.placed.traded.BUY)).toBeVisible()
}

/** Places a limit order to sell on the book, from its fields to the notice that it was filled. */
async function sellGold({ page, language }: Walker, order: { grams: string; unitPrice: string }): Promise<void> {
  const { trade } = WORDS[language]
  await page.goto('/profile/trade/TOMAN/GOLD')
  const form = page.getByRole('form', { name: trade.form.title })
  await form.getByRole('radio', { name: trade.form.side.SELL, exact: true }).click()
  // The form still has the kind of the order before.
  await chooseKind(form, 'LIMIT', trade.form.kind)
  await form.locator('[name=unitPrice]').fill(order.unitPrice)
  await form.locator('[name=amount]').fill(language === 'fa' ? inPersianDigits(order.grams) : order.grams)
  await form.locator('button[type=submit]').click()
  await page.getByRole('dialog').getByRole('button', { name: trade.confirm.yes.SELL, exact: true }).click()
  await expect(page.getByText(trade.placed.traded.SELL)).toBeVisible()
}

test('a refusal is shown in its own sentence', async ({ page }) => {
  await page.goto('/login')
  await page.locator('[name=mobileNumber]').fill(localMobileNumber(iranianIdentity().mobileNumber))
  await page.locator('[name=password]').fill('Nobody-1405')
  await page.locator('form button[type=submit]').click()
  await expect(page.getByText(REFUSALS.INCORRECT_CREDENTIALS.fa)).toBeVisible()
})

test.describe('the story of a new customer', () => {
  test.describe('in Persian on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, locale: 'fa-IR', hasTouch: true })

    test('signs up, is verified, pays in, buys gold and sells it on the book to somebody', async ({
      page,
      baseURL,
    }) => {
      const url = baseURL ?? ''
      const walker: Walker = { page, url, language: 'fa', person: iranianIdentity() }
      const other = await counterparty(url)
      await signUpOnScreen(walker)
      await verifyOnScreen(walker)
      await payInOnScreen(walker, '50000000', 'VANDAR')
      await payByAnotherCard(walker, '60000')
      await buyGold(walker, '1.5')
      const bid = await placeBestBid(other, '0.5')
      await sellGold(walker, { grams: '0.5', unitPrice: bid.unitPrice })

      const { content } = await other.ask(getOrders, { query: { orderType: 'P2P', market: MARKET } })
      const order = content.find(({ id }) => id === bid.id)
      expect(order).toMatchObject({ orderStatus: 'FINISHED_WITH_TRANSACTION', executedAmount: '0.5' })
      await page.goto('/profile/history')
      await expect(page.getByText('طلای ۱۸ عیار').first()).toBeVisible()
    })
  })

  test.describe('in English on the desktop', () => {
    test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })

    test('signs up, is verified, pays in, buys gold and sells it on the book to somebody', async ({
      page,
      baseURL,
    }) => {
      const url = baseURL ?? ''
      await page.addInitScript(() => localStorage.setItem('language', 'En'))
      const walker: Walker = { page, url, language: 'en', person: iranianIdentity() }
      const other = await counterparty(url)
      await signUpOnScreen(walker)
      await verifyOnScreen(walker)
      await payInOnScreen(walker, '50000000')
      await quotesOf(other, MARKET)
      await buyGoldAtMarket(walker, '1.5')
      // The link is current on the page of any market, not only of the one that it opens.
      const link = page.getByRole('link', { name: 'Pro market', exact: true })
      await expect(link).toHaveAttribute('aria-current', 'page')
      const bid = await placeBestBid(other, '0.5')
      await sellGold(walker, { grams: '0.5', unitPrice: bid.unitPrice })
    })
  })
})
