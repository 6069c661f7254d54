import type { Locator, Page } from 'playwright/test'
import { expect, test } from 'playwright/test'
import { lockPrice } from '#contract/exchange.ts'
import { feltOn, SHIFT_MAX, watchPage } from '#tests/bench/web-page.ts'
import type { Customer } from '#tests/builders/customer.ts'
import { fundedCustomer } from '#tests/builders/funded-customer.ts'
import { settle } from './screen.ts'
import { sessionCookies } from './session-cookies.ts'
import { WORDS } from './walk.ts'

let customer: Customer

test.beforeAll(async ({ baseURL }) => {
  const url = baseURL ?? ''
  customer = await fundedCustomer(url, '90000000')
})

test.describe('quick trade on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, locale: 'fa-IR', hasTouch: true })

  test.beforeEach(async ({ context, baseURL, page }) => {
    await context.addCookies(sessionCookies({ token: customer.token, url: baseURL ?? '' }))
    await page.goto('/profile/otc')
    await expect(page.getByText('موجودی', { exact: false }).first()).toBeVisible()
  })

  test('a price that was read for nine seconds is traded at', async ({ page }) => {
    const { deal } = WORDS.fa
    await page.clock.install()
    await page.locator('[name=amount]').fill('۱٫۵')
    // The server's time of a price begins with its answer, even if a busy machine draws it late.
    const answered = page.waitForResponse((answer) => answer.url().endsWith(`/api${lockPrice.path}`) && answer.ok())
    await page.locator('form button[type=submit]').click()
    await answered
    const shownAt = Date.now()
    const sheet = page.getByRole('dialog')
    const yes = sheet.getByRole('button', { name: deal.confirm.yes.BUY, exact: true })
    await expect(yes).toBeEnabled()
    // The page's last second lasts until the press, even on a busy machine; the server's nine seconds pass as usual.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000))
    const timer = sheet.getByRole('timer')
    while ((await timer.textContent()) !== '۱') await page.clock.runFor(250)
    await page.waitForTimeout(shownAt + 9_000 - Date.now())
    await yes.click()
    await page.clock.resume()
    await expect(page.getByText(deal.receipt.title.BUY)).toBeVisible()
    await expect(page.locator('s')).toHaveCount(0)
  })

  test('a price whose time is up is asked about again, with the amount as it was', async ({ page }) => {
    const { deal } = WORDS.fa
    await page.locator('[name=amount]').fill('۰٫۵')
    await page.locator('form button[type=submit]').click()
    const sheet = page.getByRole('dialog')
    // The ten seconds, and the same again for a busy machine.
    const renewed = sheet.getByText(deal.lock.renewed).or(sheet.getByText(deal.lock.expired))
    await expect(renewed).toBeVisible({ timeout: 30_000 })
    await expect(sheet.getByText('۰٫۵', { exact: true })).toBeVisible()
    const yes = sheet.getByRole('button', { name: deal.confirm.yes.BUY, exact: true })
    await expect(yes).toBeEnabled()
    await yes.click()
    await expect(page.getByText(deal.receipt.title.BUY)).toBeVisible()
  })

  for (const [width, height] of [
    [320, 640],
    [360, 640],
    [360, 740],
    [390, 844],
  ] as const) {
    test(`neither a field nor a row of the sum lies under the button, nor that under the bar, at ${width}×${height}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      const [amount, total] = [page.locator('[name=amount]'), page.locator('[name=total]')]
      await page.evaluate(() => scrollTo(0, 0))
      await expect.poll(() => isUncovered(amount)).toBe(true)
      await amount.tap()
      await page.keyboard.type('0.5')
      await expect.poll(() => isUncovered(amount)).toBe(true)
      await total.focus()
      await expect.poll(() => isUncovered(total)).toBe(true)
      const rows = page.locator('form dl > div')
      await expect(rows).toHaveCount(2)
      for (const row of await rows.all()) {
        await row.evaluate((element) => element.scrollIntoView({ block: 'nearest' }))
        await expect.poll(() => isUncovered(row)).toBe(true)
      }
      for (const text of ['۰٫۵', '۹۹۹']) {
        await amount.fill(text)
        await page.evaluate(() => scrollTo(0, 0))
        await expect.poll(() => buttonAboveBar(page)).toBe(true)
      }
    })
  }

  test('one press from the field of the total opens the confirmation, which says the same total', async ({ page }) => {
    const total = page.locator('[name=total]')
    await total.tap()
    await page.keyboard.type('1234567')
    await page.locator('form button[type=submit]').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(total).not.toHaveValue('۱٬۲۳۴٬۵۶۷')
    await expect(page.getByRole('dialog')).toContainText(await total.inputValue())
  })

  test('a comma, a minus and an exponent are read or refused as a keyboard types them', async ({ page }) => {
    const amount = page.locator('[name=amount]')
    await amount.pressSequentially('۰،۵')
    await page.locator('[name=total]').focus()
    await expect(amount).toHaveValue('۰٫۵')
    for (const text of ['-5', '1e5', '1,234']) {
      await amount.fill('')
      await amount.pressSequentially(text)
      await expect(amount).toHaveAttribute('aria-invalid', 'true')
      await expect(page.locator('[name=total]')).toHaveValue('')
    }
    await page.getByRole('button', { name: '۱٫۲۳۴', exact: true }).click()
    await expect(amount).toHaveValue('۱٫۲۳۴')
    await expect(page.locator('[name=total]')).not.toHaveValue('')
  })
})

test.describe('a user with Toman alone, in English', () => {
  test.use({ viewport: { width: 320, height: 640 }, locale: 'en-GB', hasTouch: true })

  test('begins in Toman in an empty browser, and nothing moves when that is known', async ({
    page,
    context,
    baseURL: url = '',
  }) => {
    const { token } = await fundedCustomer(url, '5000000')
    await context.addCookies(sessionCookies({ token, url }))
    await page.addInitScript(() => localStorage.setItem('language', 'En'))
    await watchPage(page)
    await page.goto('/profile/otc')
    await expect(page.getByRole('radio', { name: WORDS.en.otc.unit.TOMAN, exact: true })).toBeChecked()
    await expect(page.getByText(WORDS.en.deal.balance, { exact: false }).first()).toBeVisible()
    await settle(page)
    const { shift, moved } = await feltOn(page)
    expect(shift, moved.join()).toBeLessThanOrEqual(SHIFT_MAX)
  })
})

test.describe('a visitor on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'fa-IR', hasTouch: true })

  test('finds after the login what was typed before it, trades it, and saves the receipt as a picture', async ({
    page,
    baseURL,
  }) => {
    const { deal, otc } = WORDS.fa
    await page.goto('/')
    await page.locator('[name=amount]').fill('۰٫۲۵')
    await page.getByRole('link', { name: otc.login }).click()
    await expect(page).toHaveURL(/\/login\?next=%2Fprofile%2Fotc$/)
    // The part of the page that keeps the form is loaded with the first character.
    await page.waitForFunction(() => sessionStorage.getItem('visitor-quick-trade')?.includes('25'))
    // The session begins as a code that was typed on this page begins it; the forms of the login have tests of their own.
    await page.context().addCookies(sessionCookies({ token: customer.token, url: baseURL ?? '' }))
    await page.goto('/profile/otc')
    await expect(page.locator('[name=amount]')).toHaveValue('۰٫۲۵')
    await page.locator('form button[type=submit]').click()
    const yes = page.getByRole('dialog').getByRole('button', { name: deal.confirm.yes.BUY, exact: true })
    await yes.click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: deal.receipt.save }).click()
    expect((await saving).suggestedFilename()).toMatch(/^kimia-.+\.png$/)
    await page.getByRole('button', { name: deal.receipt.done }).click()
    await expect(page.locator('[name=amount]')).toHaveValue('')
  })
})

/** Whether the element itself, or a part of it, is drawn in its middle. */
function isUncovered(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return at !== null && element.contains(at)
  })
}

/** Runs in the page: whether the whole button can be pressed without scrolling. */
function buttonAboveBar(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const button = document.querySelector('form button[type=submit]')
    if (!button) return false
    const { left, right, top, bottom } = button.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => {
      const at = document.elementFromPoint((left + right) / 2, y)
      return at !== null && button.contains(at)
    })
  })
}
