import { expect, type Page, test } from 'playwright/test'
import { words as apiKeysEn } from '#client/locales/en/api-keys.ts'
import { words as inviteEn } from '#client/locales/en/invite.ts'
import { words as apiKeysFa } from '#client/locales/fa/api-keys.ts'
import { words as inviteFa } from '#client/locales/fa/invite.ts'
import { newestCode } from '#tests/builders/customer.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { signCall } from '#tests/builders/sign-call.ts'
import { proveOnSheet } from './prove.ts'
import { comeSignedIn, signUpOnScreen } from './walk.ts'

const SITE = `http://localhost:${process.env.E2E_PORT}`
const PATH = '/api/wallets/customer-addresses'

const DEVICES = {
  fa: { viewport: { width: 360, height: 800 }, locale: 'fa-IR', hasTouch: true },
  en: { viewport: { width: 1280, height: 800 }, locale: 'en-GB', hasTouch: false },
} as const
const WORDS = { fa: { apiKeys: apiKeysFa, invite: inviteFa }, en: { apiKeys: apiKeysEn, invite: inviteEn } } as const

async function statusOf(key: { key: string; secret: string }): Promise<number> {
  const headers = signCall(key, { method: 'GET', path: PATH, at: new Date() })
  return (await fetch(SITE + PATH, { headers })).status
}

const speak = (page: Page, language: keyof typeof WORDS) =>
  page.addInitScript((name) => localStorage.setItem('language', name), language === 'fa' ? 'Ir' : 'En')

test.describe('on a Persian phone', () => {
  const language = 'fa'
  const words = WORDS[language]
  test.use({ ...DEVICES[language], baseURL: SITE })
  test.beforeEach(({ page }) => speak(page, language))

  test('a key is created, works, and ends when it is removed', async ({ page }) => {
    const { person } = await comeSignedIn({ page, url: SITE, language })
    await page.goto('/profile/settings')
    const { create, name, secret, remove } = words.apiKeys
    await page.getByRole('button', { name: create.action }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: create.action }).click()
    await expect(sheet.getByText(name.required)).toBeVisible()
    await sheet.locator('[name=keyName]').fill('reports')
    await sheet.getByRole('button', { name: create.action }).click()
    await proveOnSheet(page, language, () => newestCode(SITE, person.mobileNumber))
    await expect(sheet.getByText(secret.once)).toBeVisible()
    const [key = '', secretText = ''] = await sheet.locator('code').allTextContents()
    await sheet.getByRole('button', { name: secret.done }).click()
    await expect(page.getByText(key.slice(0, 10))).toBeVisible()
    expect(await statusOf({ key, secret: secretText })).toBe(200)
    expect(await statusOf({ key, secret: 'another' })).toBe(401)

    await page.getByRole('button', { name: remove.action.replace('{{name}}', 'reports') }).click()
    await sheet.getByRole('button', { name: remove.yes }).click()
    await expect(page.getByText(remove.done)).toBeVisible()
    expect(await statusOf({ key, secret: secretText })).toBe(401)
  })
})

test.describe('on an English desktop', () => {
  const language = 'en'
  const words = WORDS[language]
  test.use({ ...DEVICES[language], baseURL: SITE })
  test.beforeEach(({ page }) => speak(page, language))

  test('a friend signs up by the link of a new code and is counted', async ({ page, browser }) => {
    await comeSignedIn({ page, url: SITE, language })
    await page.goto('/profile/invite')
    const { codes, create, friends } = words.invite
    await expect(page.getByText(friends.empty.title)).toBeVisible()
    await page.getByRole('button', { name: codes.add }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: create.action }).click()
    await expect(page.getByText(create.done)).toBeVisible()
    const link = await page.getByText(/\/sign-up\?referralCode=\w{9}$/).textContent()

    const context = await browser.newContext({ ...DEVICES[language], baseURL: SITE })
    const theirs = await context.newPage()
    await speak(theirs, language)
    await theirs.goto(link ?? '')
    await expect(theirs.locator('[name=referralCode]')).toHaveValue(/^\w{9}$/)
    const person = iranianIdentity()
    await signUpOnScreen({ page: theirs, url: SITE, language, person, from: link ?? '' })
    await context.close()

    await page.reload()
    const table = page.getByRole('table', { name: friends.title })
    // The header row counts.
    await expect(table.getByRole('row')).toHaveCount(2)
  })
})
