import { expect, test } from 'playwright/test'
import { words as uiEn } from '#client/locales/en/ui.ts'
import { words as uiFa } from '#client/locales/fa/ui.ts'
import { getWallets } from '#contract/wallets.ts'
import { newestCode } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { sessionCookies } from './session-cookies.ts'
import { WORDS } from './walk.ts'

for (const { language, locale, width } of [
  { language: 'fa', locale: 'fa-IR', width: 360 },
  { language: 'en', locale: 'en-US', width: 1440 },
] as const)
  test.describe(`Toman at ${width} px`, () => {
    test.use({ locale, viewport: { width, height: 844 } })

    test('is withdrawn by the code of this withdrawal, followed in the history and cancelled', async ({
      page,
      baseURL,
    }) => {
      const url = baseURL ?? ''
      const { wallet, history } = WORDS[language]
      const ui = { fa: uiFa, en: uiEn }[language]
      const customer = await fundedCustomer(url, '2000000')
      const balance = async () => {
        const { TOMAN } = (await customer.ask(getWallets, { query: { coins: 'TOMAN' } })).baseDTO
        return [TOMAN?.credit, TOMAN?.blockedCredit]
      }
      await page.addInitScript((name) => localStorage.setItem('language', name), language === 'fa' ? 'Ir' : 'En')
      await page.context().addCookies(sessionCookies({ token: customer.token, url }))
      await page.goto('/profile/wallet')
      await page.getByRole('button', { name: wallet.toman.withdraw, exact: true }).click()
      const sheet = page.getByRole('dialog')
      await sheet.locator('[name=amount]').fill('2000001')
      await expect(sheet.getByText(wallet.withdraw.problem.moreAmount)).toBeVisible()
      await sheet.locator('[name=amount]').fill('750000')
      await sheet.getByRole('button', { name: wallet.withdraw.next }).click()
      const code = sheet.getByLabel(ui.code.digits6)
      await expect(code).toBeFocused()
      await code.pressSequentially(await newestCode(url, customer.mobileNumber))
      await expect(page.getByRole('dialog', { name: wallet.withdraw.done })).toBeVisible()
      expect(await balance()).toEqual(['1250000', '750000'])

      await sheet.getByRole('link', { name: wallet.withdraw.history }).click()
      await expect(page.getByText(history.withdrawals.state.APPROVED).first()).toBeVisible()
      // On a phone the row unfolds to show its button.
      const cancel = page.getByRole('button', { name: history.withdrawals.cancel, exact: true })
      if (width < 1024) await page.getByText(history.withdrawals.one).click()
      await cancel.click()
      await page.getByRole('dialog').getByRole('button', { name: history.withdrawals.yes }).click()
      await expect(page.getByText(history.withdrawals.cancelled)).toBeVisible()
      await expect(page.getByText(history.withdrawals.state.CANCELLED).first()).toBeVisible()
      expect(await balance()).toEqual(['2000000', '0'])
    })
  })
