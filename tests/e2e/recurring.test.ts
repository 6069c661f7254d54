import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { words } from '#client/locales/fa/recurring.ts'
import { words as wallet } from '#client/locales/fa/wallet.ts'
import { payIn, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { checkLayout } from './layout.ts'
import { sessionCookies } from './session-cookies.ts'
import { PICTURE } from './walk.ts'

test.use({ viewport: { width: 390, height: 844 }, locale: 'fa-IR', hasTouch: true })

const COIN = 'طلای ۱۸ عیار'

test('gold is bought regularly: begun in the wallet, paused, resumed and stopped', async ({
  page,
  baseURL: url = '',
}) => {
  const customer = await signUp(url)
  await verifyIdentity(url, customer, new Uint8Array(await readFile(PICTURE)))
  await payIn(customer, '50000000')
  await page.context().addCookies(sessionCookies({ token: customer.token, url }))

  await page.goto('/profile/wallet')
  await page.getByRole('link', { name: wallet.coins.recurring.replace('{{name}}', COIN) }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: words.form.title.new })).toBeVisible()
  // A reload would begin with the list.
  await expect(page).toHaveURL(`${url}/profile/recurring`)
  await sheet.getByLabel(words.form.total).fill('2000000')
  await sheet.getByRole('button', { name: words.form.next }).click()
  await expect(sheet.getByText(words.facts.first, { exact: true })).toBeVisible()
  expect(await checkLayout(page, { language: 'fa', isPhone: true })).toEqual([])
  await sheet.getByRole('button', { name: words.form.save.new }).click()

  const plan = page.locator('#main').getByRole('listitem').filter({ hasText: COIN })
  await expect(plan).toContainText(words.next.replace('{{when}}', ''))
  const act = async (name: string) => {
    await plan.getByRole('button', { name, exact: true }).click()
    await sheet.getByRole('button', { name, exact: true }).click()
    await expect(sheet).toBeHidden()
  }
  await act(words.pause.action)
  await expect(plan).toContainText(words.state.PAUSED)
  await act(words.resume.action)
  await expect(plan).toContainText(words.next.replace('{{when}}', ''))
  await act(words.remove.action)
  await expect(page.getByText(words.empty.title)).toBeVisible()
})
