import { expect, test } from 'playwright/test'

test.use({ viewport: { width: 390, height: 844 } })

test('a step back closes a sheet and keeps what was typed, and no sheet is left over another page', async ({
  page,
}) => {
  const sheet = page.locator('dialog[open]')
  const amount = page.locator('#main [name=amount]')
  await page.goto('/')
  await amount.fill('5')
  await page.getByRole('button', { name: 'تغییر دارایی' }).click()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(amount).toHaveValue('۵')
  await page.goForward()
  await expect(sheet).toHaveCount(0)

  const more = page.getByRole('button', { name: 'بیشتر' })
  await page.getByRole('link', { name: 'بازارها', exact: true }).last().click()
  await expect(page).toHaveURL(/\/markets$/)
  await more.click()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/markets$/)

  // A link in a sheet leads to another page; from there one step back leads to the page without a sheet.
  await more.click()
  await sheet.getByRole('link', { name: 'ثبت‌نام' }).click()
  await expect(page).toHaveURL(/sign-up/)
  await page.goBack()
  await expect(page).toHaveURL(/\/markets$/)
  await expect(sheet).toHaveCount(0)

  // Closing by Esc adds no step of its own to the way back.
  await more.click()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => history.state.sheets)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test('an address that leads nowhere says so with 404, and has ways on in both languages', async ({ page }) => {
  expect((await page.goto('/nope'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'این صفحه پیدا نشد' })).toBeVisible()
  await page.getByRole('searchbox').fill('btc')
  await page.getByRole('search').getByRole('button').click()
  await expect(page).toHaveURL(/\/markets\?search=btc$/)
  await page.goto('/profile/nope?lang=en')
  await expect(page.getByRole('heading', { name: "We couldn't find this page" })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Help centre' })).toBeVisible()
})
