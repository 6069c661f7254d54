import { expect, type Page, test } from 'playwright/test'
import { getOrders, placeBuyOrder } from '#contract/orders.ts'
import { quotesOf } from '#tests/builders/best-quotes.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { chooseKind } from './choose-kind.ts'
import { lostSigns } from './high-contrast.ts'
import { checkLayout } from './layout.ts'
import { sessionCookies } from './session-cookies.ts'
import { WORDS } from './walk.ts'

const LOOKS = [
  { language: 'fa', stored: 'Ir', width: 390, height: 844 },
  { language: 'en', stored: 'En', width: 1440, height: 900 },
] as const
/** Toman of a tick of gold. */
const TICK = 100

for (const { language, stored, ...viewport } of LOOKS) {
  const isPhone = viewport.width < 500
  test.describe(`the order form at ${viewport.width} px`, () => {
    test.use({ viewport, hasTouch: isPhone, locale: language === 'fa' ? 'fa-IR' : 'en-GB' })

    test('places a stop with its terms, and a market order by its total', async ({ page, baseURL }) => {
      const url = baseURL ?? ''
      const { trade, orderKinds } = WORDS[language]
      const customer = await fundedCustomer(url, '50000000')
      const { ask } = await quotesOf(customer, 'GOLD_TOMAN')
      const stop = Math.ceil((Number(ask) * 1.04) / TICK) * TICK
      await page.addInitScript((name) => localStorage.setItem('language', name), stored)
      await page.context().addCookies(sessionCookies({ token: customer.token, url }))
      await page.goto('/profile/trade/TOMAN/GOLD')
      const form = page.getByRole('form', { name: trade.form.title })
      await chooseKind(form, 'STOP_LIMIT', trade.form.kind)
      await form.locator('[name=stopPrice]').fill(`${stop}`)
      await form.locator('[name=unitPrice]').fill(`${stop - TICK}`)
      await form.getByRole('button', { name: trade.form.up, exact: true }).click()
      await form.locator('[name=amount]').fill('0.1')
      if (isPhone) await checkBesideKeyboard(page)
      // The draft outlives a reload.
      await page.reload()
      await expect(form.locator('[name=stopPrice]')).not.toHaveValue('')
      expect(await checkLayout(page, { language, isPhone })).toEqual([])
      expect(await lostSigns(page)).toEqual([])
      await form.getByRole('button', { name: new RegExp(`^${trade.terms.title}`) }).click()
      const terms = page.getByRole('dialog', { name: trade.terms.title })
      await terms.locator('[name=expires]').check()
      await terms.locator('select[name="expiry.hour"]').selectOption('18')
      expect(await checkLayout(page, { language, isPhone })).toEqual([])
      await terms.getByRole('button', { name: orderKinds.terms.done, exact: true }).click()
      await form.locator('button[type=submit]').click()
      const confirm = page.getByRole('dialog', { name: trade.confirm.title.BUY })
      await expect(confirm.getByText(trade.terms.expiry, { exact: true })).toBeVisible()
      await confirm.getByRole('button', { name: trade.confirm.yes.BUY, exact: true }).click()
      await expect(page.getByText(trade.placed.waiting)).toBeVisible()
      const { content } = await customer.ask(getOrders, { query: { size: '1' } })
      expect(content).toMatchObject([
        {
          orderType: 'STOP_LIMIT_BUY',
          orderStatus: 'PENDING',
          stopPrice: `${stop}`,
          unitPrice: `${stop}`,
          amount: '0.1',
        },
      ])
      expect(content[0]?.expiresAt).toMatch(/T14:30:00/)

      await chooseKind(form, 'MARKET', trade.form.kind)
      await form.locator('[name=total]').fill('5000000')
      await expect(form.locator('[name=amount]')).not.toHaveValue('')
      await expect(form.getByText(trade.form.average, { exact: true })).toBeVisible()
      await form.locator('button[type=submit]').click()
      await confirm.getByRole('button', { name: trade.confirm.yes.BUY, exact: true }).click()
      await expect(page.getByText(trade.placed.traded.BUY)).toBeVisible()
    })

    test('places a trailing stop by its distance, and both legs of an OCO order', async ({ page, baseURL }) => {
      const url = baseURL ?? ''
      const { trade } = WORDS[language]
      const customer = await fundedCustomer(url, '50000000')
      const { bid, ask } = await quotesOf(customer, 'GOLD_TOMAN')
      await customer.ask(placeBuyOrder, {
        body: { marketType: 'GOLD_TOMAN', orderType: 'MARKET_BUY', amount: '0.5' },
      })
      await page.addInitScript((name) => localStorage.setItem('language', name), stored)
      await page.context().addCookies(sessionCookies({ token: customer.token, url }))
      await page.goto('/profile/trade/TOMAN/GOLD')
      const form = page.getByRole('form', { name: trade.form.title })
      await form.getByRole('radio', { name: trade.form.side.SELL, exact: true }).click()
      const confirm = page.getByRole('dialog', { name: trade.confirm.title.SELL })
      const place = async (said: string) => {
        expect(await checkLayout(page, { language, isPhone })).toEqual([])
        await form.locator('button[type=submit]').click()
        await confirm.getByRole('button', { name: trade.confirm.yes.SELL, exact: true }).click()
        await expect(page.getByText(said)).toBeVisible()
      }

      await chooseKind(form, 'TRAILING', trade.form.kind)
      await form.locator('[name=distance]').fill('4')
      await form.locator('[name=amount]').fill('0.1')
      await place(trade.placed.waiting)

      const onTick = (price: number) => `${Math.round(price / TICK) * TICK}`
      const unitPrice = onTick(Number(ask) * 1.04)
      const stopPrice = onTick(Number(bid) * 0.96)
      const stopUnitPrice = onTick(Number(bid) * 0.955)
      await chooseKind(form, 'OCO', trade.form.kind)
      await form.locator('[name=unitPrice]').fill(unitPrice)
      await form.locator('[name=stopPrice]').fill(stopPrice)
      await form.locator('[name=stopUnitPrice]').fill(stopUnitPrice)
      await form.locator('[name=amount]').fill('0.2')
      await place(trade.placed.both)
      const { content } = await customer.ask(getOrders, { query: { size: '3' } })
      const [newer, older, trailing] = content
      expect([newer, older].map((leg) => leg?.linkedOrderId)).toEqual([older?.id, newer?.id])
      expect(content).toContainEqual(
        expect.objectContaining({ orderType: 'LIMITED_SELL', orderStatus: 'IS_OPEN', unitPrice, amount: '0.2' }),
      )
      expect(content).toContainEqual(
        expect.objectContaining({ orderStatus: 'PENDING', stopPrice, unitPrice: stopUnitPrice, amount: '0.2' }),
      )
      expect(trailing).toMatchObject({ orderStatus: 'PENDING', amount: '0.1', trailingDistance: expect.any(String) })
    })
  })
}

/** The button of the form stays in the part of the page that a phone's keyboard leaves. There is no keyboard here: the page gets its height. */
async function checkBesideKeyboard(page: Page): Promise<void> {
  const before = page.viewportSize()
  const bar = page.getByRole('navigation').last()
  await expect(bar).toBeVisible()
  await page.setViewportSize({ width: 390, height: 460 })
  await page.locator('[name=amount]').focus()
  await expect(bar).toBeHidden()
  await expect(page.locator('#order-form button[type=submit]')).toBeInViewport({ ratio: 1 })
  if (before) await page.setViewportSize(before)
  await page.locator('[name=amount]').blur()
}
