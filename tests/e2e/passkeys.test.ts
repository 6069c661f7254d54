import { type CDPSession, expect, type Page, test } from 'playwright/test'
import { words as en } from '#client/locales/en/passkeys.ts'
import { words as fa } from '#client/locales/fa/passkeys.ts'
import { REFUSALS } from '#contract/errors.ts'
import { newestCode } from '#tests/builders/customer.ts'
import { proveOnSheet } from './prove.ts'
import { awaitStepBack } from './screen.ts'
import { comeSignedIn } from './walk.ts'

/** Without a PUBLIC_URL passkeys belong to localhost; no browser binds them to a numeric address. */
const SITE = `http://localhost:${process.env.E2E_PORT}`

const DEVICES = {
  fa: { viewport: { width: 390, height: 844 }, locale: 'fa-IR', hasTouch: true, words: fa },
  en: { viewport: { width: 1280, height: 800 }, locale: 'en-GB', hasTouch: false, words: en },
} as const

/** A device with a screen lock, emulated by Chromium's own protocol. */
async function attachAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

async function logOut(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const answer = await fetch('/api/users/logout', { headers: { 'x-kimia-client': 'web' } })
    return answer.status
  })
  expect(status).toBe(200)
}

test.describe('a passkey of an English desktop', () => {
  const language = 'en'
  const { words, ...device } = DEVICES[language]
  test.use({ ...device, baseURL: SITE })

  test('is added and named, logs in, is renamed, and opens nothing once it is removed', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'En'))
    const { cdp, authenticatorId } = await attachAuthenticator(page)
    const walker = await comeSignedIn({ page, url: SITE, language })

    await page.goto('/profile/settings')
    await expect(page.getByText(words.empty)).toBeVisible()
    await page.getByRole('button', { name: words.add.action }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: words.add.action }).click()
    await expect(sheet.getByText(words.name.required)).toBeVisible()
    await sheet.locator('[name=passkeyName]').fill('Pixel 9')
    await sheet.getByRole('button', { name: words.add.action }).click()
    await proveOnSheet(page, language, () => newestCode(SITE, walker.person.mobileNumber))
    await expect(page.getByText(words.add.done)).toBeVisible()
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

    await awaitStepBack(page)
    await logOut(page)
    await page.goto('/login')
    await page.getByRole('button', { name: words.login.action }).click()
    await expect(page).toHaveURL(/\/profile/)

    await page.goto('/profile/settings')
    await expect(page.getByText(words.used.split('{')[0] ?? '')).toBeVisible()
    await page.getByRole('button', { name: words.rename.action.replace('{{name}}', 'Pixel 9') }).click()
    await sheet.locator('[name=passkeyName]').fill('گوشی')
    await sheet.getByRole('button', { name: words.rename.save }).click()
    await page.getByRole('button', { name: words.remove.action.replace('{{name}}', 'گوشی') }).click()
    await sheet.getByRole('button', { name: words.remove.yes }).click()
    await expect(page.getByText(words.remove.done)).toBeVisible()
    await expect(page.getByText(words.empty)).toBeVisible()

    await awaitStepBack(page)
    await logOut(page)
    await page.goto('/login')
    await page.getByRole('button', { name: words.login.action }).click()
    await expect(page.getByText(REFUSALS.PASSKEY_REFUSED[language])).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
  })
})

test.describe('a passkey of a Persian phone', () => {
  const language = 'fa'
  const { words, ...device } = DEVICES[language]
  test.use({ ...device, baseURL: SITE })

  test('of a device that does not verify its user says so, and logs nobody in', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'Ir'))
    const { cdp, authenticatorId } = await attachAuthenticator(page)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.goto('/login')
    await page.getByRole('button', { name: words.login.action }).click()
    await expect(page.getByText(words.fault.CANCELLED)).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
  })
})

test('on a site that passkeys do not belong to, the sentence names the one they do', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: fa.login.action }).click()
  await expect(page.getByText(fa.fault.WRONG_SITE.replace('{{site}}', 'localhost'))).toBeVisible()
})
