import { expect, type Locator, type Page, test } from 'playwright/test'
import { words as ordersEn } from '#client/locales/en/orders.ts'
import { words as ordersFa } from '#client/locales/fa/orders.ts'
import { REFUSALS } from '#contract/errors.ts'
import { cancelAllOrders, getOrders, placeBuyOrder, placeSellOrder } from '#contract/orders.ts'
import { middleOf, quotesOf } from '#tests/builders/best-quotes.ts'
import type { Customer } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { checkLayout } from './layout.ts'
import { sessionCookies } from './session-cookies.ts'
import { WORDS } from './walk.ts'

const LOOKS = [
  { language: 'fa', stored: 'Ir', width: 390, height: 844 },
  { language: 'en', stored: 'En', width: 1440, height: 900 },
] as const
const ORDERS = { fa: ordersFa, en: ordersEn }
/** The tick is in Toman. */
const GOLD = { market: 'GOLD_TOMAN', tick: 100 }
const { market: MARKET, tick: TICK } = GOLD
/** Beyond the distance from the market that asks a further question, 5 %. */
const FAR = 1.08

const onTick = (price: number) => `${Math.round(price / TICK) * TICK}`

const buyNow = (customer: Customer, amount: string) =>
  customer.ask(placeBuyOrder, { body: { marketType: MARKET, orderType: 'MARKET_BUY', amount } })
const offer = (customer: Customer, amount: string, unitPrice: string) =>
  customer.ask(placeSellOrder, { body: { marketType: MARKET, orderType: 'LIMITED_SELL', amount, unitPrice } })

/** The limit orders of a customer as the server has them, the newest first. */
async function limitsOf(customer: Customer) {
  const { content } = await customer.ask(getOrders, { query: { size: '20' } })
  return content
    .filter(({ orderType }) => orderType.startsWith('LIMITED'))
    .map(({ orderType, orderStatus, amount, executedAmount, unitPrice }) => ({
      ...{ orderType, orderStatus, amount, executedAmount, unitPrice },
    }))
}

interface Trader {
  readonly page: Page
  readonly language: (typeof LOOKS)[number]['language']
}

/** The parts of the order form that these tests use. */
function orderForm({ page, language }: Trader) {
  const { trade, orderKinds } = WORDS[language]
  const form = page.getByRole('form', { name: trade.form.title })
  const confirm = page.getByRole('dialog', { name: trade.confirm.title.BUY })
  return {
    form,
    confirm,
    async setTerms(change: (terms: Locator) => Promise<unknown>) {
      await form.getByRole('button', { name: new RegExp(`^${trade.terms.title}`) }).click()
      const terms = page.getByRole('dialog', { name: trade.terms.title })
      await change(terms)
      await terms.getByRole('button', { name: orderKinds.terms.done, exact: true }).click()
      await expect(terms).toBeHidden()
    },
    /** Fills in a purchase and opens its confirmation. */
    async propose(amount: string, unitPrice: string) {
      await form.locator('[name=unitPrice]').fill(unitPrice)
      await form.locator('[name=amount]').fill(amount)
      await form.locator('button[type=submit]').click()
      await expect(confirm).toBeVisible()
    },
    yes: () => confirm.getByRole('button', { name: trade.confirm.yes.BUY, exact: true }).click(),
    async no() {
      await confirm.getByRole('button', { name: trade.confirm.no, exact: true }).click()
      await expect(confirm).toBeHidden()
    },
  }
}

for (const { language, stored, ...viewport } of LOOKS) {
  const isPhone = viewport.width < 500
  const { trade } = WORDS[language]
  const orders = ORDERS[language]
  const shown = (price: string) => Number(price).toLocaleString(language === 'fa' ? 'fa-IR' : 'en')

  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, hasTouch: isPhone, locale: language === 'fa' ? 'fa-IR' : 'en-GB' })

    async function open(page: Page, url: string): Promise<Customer> {
      const customer = await fundedCustomer(url, '50000000')
      await quotesOf(customer, MARKET)
      await page.addInitScript((name) => localStorage.setItem('language', name), stored)
      await page.context().addCookies(sessionCookies({ token: customer.token, url }))
      return customer
    }

    test('an order that fills at once or is not placed, and one that may only wait, are refused with their reason; the rest of an immediate one ends at once', async ({
      page,
      baseURL: url = '',
    }) => {
      const [customer, other] = await Promise.all([open(page, url), fundedCustomer(url, '50000000')])
      await buyNow(other, '0.3')
      await page.goto('/profile/trade/TOMAN/GOLD')
      const { form, confirm, setTerms, propose, yes, no } = orderForm({ page, language })

      await setTerms((terms) => terms.getByRole('radio', { name: trade.terms.force.FOK }).check())
      await propose('0.1', (await quotesOf(customer, MARKET)).bid)
      await expect(confirm.getByText(trade.warning.notFilled)).toBeVisible()
      await yes()
      await expect(confirm.getByText(REFUSALS.FILL_OR_KILL_NOT_FILLABLE[language])).toBeVisible()
      await no()

      await setTerms(async (terms) => {
        await terms.getByRole('radio', { name: trade.terms.force.GTC }).check()
        await terms.locator('[name=postOnly]').check()
      })
      await propose('0.1', onTick(Number((await quotesOf(customer, MARKET)).ask) * 1.01))
      await expect(confirm.getByText(trade.warning.postOnly)).toBeVisible()
      await yes()
      await expect(confirm.getByText(REFUSALS.POST_ONLY_WOULD_TRADE[language])).toBeVisible()
      await no()
      expect(await limitsOf(customer)).toEqual([])

      await setTerms(async (terms) => {
        await terms.locator('[name=postOnly]').uncheck()
        await terms.getByRole('radio', { name: trade.terms.force.IOC }).check()
      })
      const unitPrice = await middleOf(customer, GOLD)
      await offer(other, '0.2', unitPrice)
      await propose('0.5', unitPrice)
      await yes()
      const [only = '', rest = ''] = trade.placed.partlyClosed.split(/\{\{amount\}\}.*\{\{price\}\}/)
      const toast = page.getByRole('status').filter({ hasText: trade.placed.traded.BUY })
      await expect(toast).toContainText(rest)
      await expect(toast).toContainText(only)
      await expect(toast).toContainText(shown('0.2'))
      await expect(toast).toContainText(shown(unitPrice))
      await expect(form.locator('[name=amount]')).toHaveValue('')
      expect(await limitsOf(customer)).toMatchObject([
        { orderStatus: 'FINISHED_WITH_TRANSACTION', amount: '0.5', executedAmount: '0.2', unitPrice },
      ])
    })

    test('an own order in the way ends the newer or the older one as chosen, and a price far from the market is sent after a question that names both', async ({
      page,
      baseURL: url = '',
    }) => {
      const customer = await open(page, url)
      await buyNow(customer, '0.2')
      await page.goto('/profile/trade/TOMAN/GOLD')
      const { confirm, setTerms, propose, yes, no } = orderForm({ page, language })
      const buy = { orderType: 'LIMITED_BUY', amount: '0.1' }
      const sale = { orderType: 'LIMITED_SELL', amount: '0.1', executedAmount: '0' }

      const unitPrice = await middleOf(customer, GOLD)
      await offer(customer, '0.1', unitPrice)
      await propose('0.1', unitPrice)
      await yes()
      await expect(page.getByText(trade.placed.closed)).toBeVisible()
      await expect(page.getByText(orders.reason.ownOrder)).toBeVisible()
      const newer = { ...buy, orderStatus: 'FINISHED_WITHOUT_TRANSACTION', executedAmount: '0', unitPrice }
      expect(await limitsOf(customer)).toMatchObject([newer, { ...sale, orderStatus: 'IS_OPEN' }])

      await setTerms((terms) => terms.getByLabel(trade.terms.self.label).selectOption('CANCEL_OLDER'))
      await propose('0.1', unitPrice)
      await expect(confirm.getByText(trade.terms.self.CANCEL_OLDER)).toBeVisible()
      await yes()
      await expect(page.getByText(trade.placed.resting)).toBeVisible()
      const ended = { ...sale, orderStatus: 'FINISHED_WITHOUT_TRANSACTION' }
      const waiting = { ...buy, orderStatus: 'IS_OPEN', executedAmount: '0', unitPrice }
      expect(await limitsOf(customer)).toMatchObject([waiting, newer, ended])

      const far = onTick(Number((await quotesOf(customer, MARKET)).ask) * FAR)
      const question = trade.confirm.far.above.split(/\{\{\w+\}\}/)
      const proposeFar = async () => {
        await propose('0.1', far)
        const answered = page.waitForResponse((answer) => answer.url().includes(`/api${placeBuyOrder.path}`))
        await yes()
        const { baseDTO: market } = await (await answered).json()
        const notice = confirm.getByRole('alert').filter({ hasText: question[0] ?? '' })
        for (const part of [...question, shown(far), shown(market.marketPrice)])
          await expect(notice).toContainText(part.trim())
        expect(await checkLayout(page, { language, isPhone })).toEqual([])
      }
      await proposeFar()
      await no()
      expect(await limitsOf(customer)).toHaveLength(3)
      await proposeFar()
      await confirm.getByRole('button', { name: trade.confirm.force, exact: true }).click()
      await expect(page.getByText(trade.placed.traded.BUY)).toBeVisible()
      const [forced, ...before] = await limitsOf(customer)
      expect(forced).toMatchObject({ ...buy, orderStatus: 'FINISHED_WITH_TRANSACTION', unitPrice: far })
      expect(before).toMatchObject([waiting, newer, ended])
      // A bid that stays halves the room between bid and ask for the next test.
      await customer.ask(cancelAllOrders, {})
    })
  })
}
