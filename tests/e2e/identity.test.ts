import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import { setCountry } from '#contract/identity.ts'
import { type Customer, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { iranianIdentity, nationalCodeOf } from '#tests/builders/iranian-identity.ts'
import { sessionCookies } from './session-cookies.ts'
import { inPersianDigits, PICTURE, verifyOnScreen, WORDS } from './walk.ts'

async function comeAs(page: Page, { token, url }: { token: string; url: string }, language: 'fa' | 'en') {
  await page.addInitScript((stored) => localStorage.setItem('language', stored), language === 'fa' ? 'Ir' : 'En')
  await page.context().addCookies(sessionCookies({ token, url }))
}

const pictureOf = async () => new Uint8Array(await readFile(PICTURE))

test.describe('on a Persian phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true })
  const { account } = WORDS.fa

  test('the form takes Iran for granted, a tap on the problem leads to it, and a doubtful name waits', async ({
    page,
    baseURL,
  }) => {
    const url = baseURL ?? ''
    const customer = await signUp(url)
    await comeAs(page, { token: customer.token, url }, 'fa')
    const doubtful = { ...customer, nationalCode: nationalCodeOf('9998') }
    await page.goto('/profile/account')
    const steps = page.getByRole('navigation', { name: account.steps.label }).getByRole('button')
    await page.getByRole('button', { name: account.country.abroad }).waitFor()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await steps.filter({ hasText: account.steps.review }).click()
    await page.getByRole('button', { name: account.submit.action }).click()
    await page
      .getByRole('button', { name: account.problem.required.replace('{{field}}', account.field.firstName) })
      .click()
    await expect(page.locator('[name=firstName]')).toBeFocused()

    await verifyOnScreen({ page, url, language: 'fa', person: doubtful }, 'PENDING')
    await page.goto('/profile/account')
    await expect(page.getByText(account.status.review, { exact: true })).toBeVisible()
    await expect(page.getByText(account.doubt.NAME)).toBeVisible()
  })

  test('abroad neither a bank nor a landline is asked for', async ({ page, baseURL }) => {
    const url = baseURL ?? ''
    const customer = await signUp(url)
    await customer.ask(setCountry, { body: { countryName: 'Germany' } })
    await comeAs(page, { token: customer.token, url }, 'fa')
    await page.goto('/profile/account')
    await expect(page.getByText('آلمان')).toBeVisible()
    await expect(page.getByLabel(account.field.foreignMobile)).toBeVisible()
    await expect(page.getByLabel(account.field.telephone)).toHaveCount(0)
    const steps = page.getByRole('navigation', { name: account.steps.label }).getByRole('button')
    await expect(steps).toHaveCount(3)
  })
})

test.describe('on an English desktop', () => {
  test.use({ viewport: { width: 1280, height: 860 } })
  const { account } = WORDS.en

  async function verified(url: string): Promise<Customer> {
    const customer = await signUp(url)
    await verifyIdentity(url, customer, await pictureOf())
    return customer
  }

  test('a verified user adds a card later, and removes the first', async ({ page, baseURL }) => {
    const url = baseURL ?? ''
    const customer = await verified(url)
    await comeAs(page, { token: customer.token, url }, 'en')
    await page.goto('/profile/account')
    const second = iranianIdentity()
    await page.getByRole('button', { name: account.bank.add }).click()
    await page.locator('[name=cardNumber]').fill(second.cardNumber)
    await page.locator('[name=shebaCode]').fill(inPersianDigits(second.sheba.slice(2)))
    await page.getByRole('dialog').getByRole('button', { name: account.bank.confirm, exact: true }).click()
    await expect(page.getByText(account.bank.added)).toBeVisible()
    const remove = page.getByRole('button', { name: account.bank.remove })
    await expect(remove).toHaveCount(2)
    await remove.first().click()
    await page.getByRole('dialog').getByRole('button', { name: account.bank.removeConfirm, exact: true }).click()
    await expect(remove).toHaveCount(0)
    await expect(page.getByText(second.sheba.replace(/(.{4})(?=.)/g, '$1 '))).toBeVisible()
  })
})
