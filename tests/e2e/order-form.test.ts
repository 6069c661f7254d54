import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { getOrders } from '#contract/orders.ts'
import { quotesOf } from '#tests/builders/best-quotes.ts'
import { payIn, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { chooseKind } from './choose-kind.ts'
import { checkLayout } from './layout.ts'
import { sessionCookies } from './session-cookies.ts'
import { PICTURE, WORDS } from './walk.ts'

const LOOKS = [
  { language: 'fa', stored: 'Ir', width: 390, height: 844 },
  { language: 'en', stored: 'En', width: 1440, height: 900 },
] as const
/** Toman of a tick of gold. */
const TICK = 100

for (const { language, stored, ...viewport } of LOOKS)
  test.describe(`the order form at ${viewport.width} px`, () => {
    test.use({ viewport, locale: language === 'fa' ? 'fa-IR' : 'en-GB' })

    test('places a stop with its terms, and a market order by its total', async ({ page, baseURL }) => {
      const url = baseURL ?? ''
      const { trade, orderKinds } = WORDS[language]
      const customer = await signUp(url)
      await verifyIdentity(url, customer, new Uint8Array(await readFile(PICTURE)))
      await payIn(customer, '50000000')
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
      // The draft outlives a reload.
      await page.reload()
      await expect(form.locator('[name=stopPrice]')).not.toHaveValue('')
      expect(await checkLayout(page, { language, isPhone: viewport.width < 500 })).toEqual([])
      await form.getByRole('button', { name: new RegExp(`^${trade.terms.title}`) }).click()
      const terms = page.getByRole('dialog', { name: trade.terms.title })
      await terms.locator('[name=expires]').check()
      await terms.locator('select[name="expiry.hour"]').selectOption('18')
      expect(await checkLayout(page, { language, isPhone: viewport.width < 500 })).toEqual([])
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
  })
