import { generateSync } from 'otplib/functional'
import { expect, type Page, test } from 'playwright/test'
import { words as loginEn } from '#client/locales/en/auth.ts'
import { words as en } from '#client/locales/en/settings.ts'
import { words as loginFa } from '#client/locales/fa/auth.ts'
import { words as fa } from '#client/locales/fa/settings.ts'
import { endOtherSessions, getSecurity, getSessions } from '#contract/security.ts'
import { getSession } from '#contract/session.ts'
import { checkOtpCode, login } from '#contract/users.ts'
import { askerOf, newestCode } from '#tests/builders/customer.ts'
import type { IranianIdentity } from '#tests/builders/iranian-identity.ts'
import { proveOnSheet } from './prove.ts'
import { awaitStepBack } from './screen.ts'
import { comeSignedIn, PASSWORD, type Walker } from './walk.ts'

const LOOKS = {
  fa: {
    device: { viewport: { width: 360, height: 780 }, locale: 'fa-IR', hasTouch: true },
    words: { ...fa, auth: loginFa },
  },
  en: {
    device: { viewport: { width: 1280, height: 800 }, locale: 'en-GB', hasTouch: false },
    words: { ...en, auth: loginEn },
  },
} as const

const CODE = 'input[autocomplete="one-time-code"]'
/** Time steps of an authenticator are thirty seconds: the next step's code is accepted, too, and each code once. */
const codeIn = (secret: string, seconds: number) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + seconds })

/** The same user on another device, past the second step. */
async function logInElsewhere(url: string, { mobileNumber }: IranianIdentity, code: () => Promise<string> | string) {
  const ask = askerOf(url, undefined)
  const { flowToken } = await ask(login, { body: { mobileNumber, password: PASSWORD, authenticationType: 'SMS' } })
  const { token } = await ask(checkOtpCode, { body: { mobileNumber, code: await code(), flowToken } })
  if (!token) throw new Error('a program got no token')
  return askerOf(url, token)
}

/** Goes from the row of the authenticator to the last press below its recovery codes. @returns the secret */
async function setAuthenticator(
  { page, url, language, person }: Walker,
  words: (typeof LOOKS)['fa' | 'en']['words'],
): Promise<string> {
  await page.getByRole('radio', { name: words.twoStep.method.GOOGLE_AUTHENTICATOR }).click()
  await proveOnSheet(page, language, () => newestCode(url, person.mobileNumber))
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('img', { name: words.twoStep.app.qr })).toBeVisible()
  const secret = ((await sheet.locator('bdi').first().textContent()) ?? '').replace(/\s/g, '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await sheet.locator(CODE).fill(codeIn(secret, 0))
  await expect(sheet.getByText(words.recovery.once)).toBeVisible()
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: words.recovery.done }).click()
  return secret
}

/** A user on the settings page. */
async function comeToSettings(page: Page, language: keyof typeof LOOKS, url: string): Promise<Walker> {
  await page.addInitScript((name) => localStorage.setItem('language', name), language === 'fa' ? 'Ir' : 'En')
  const walker = await comeSignedIn({ page, url, language })
  await page.goto('/profile/settings')
  return walker
}

test.describe('settings on a Persian phone', () => {
  const { device, words } = LOOKS.fa
  test.use(device)
  test('an authenticator is set and used, and a session is ended here', async ({ page, baseURL: url = '' }) => {
    const walker = await comeToSettings(page, 'fa', url)
    const secret = await setAuthenticator(walker, words)
    await expect(page.getByRole('radio', { name: words.twoStep.method.GOOGLE_AUTHENTICATOR })).toBeChecked()

    const elsewhere = await logInElsewhere(walker.url, walker.person, () => codeIn(secret, 30))
    expect((await elsewhere(getSecurity, {})).baseDTO.recoveryCodesLeft).toBe(10)
    await awaitStepBack(page)
    await page.reload()
    const end = words.sessions.end.split('{')[0] ?? ''
    await page.getByRole('button', { name: end }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.sessions.endYes }).click()
    await expect(page.getByText(words.sessions.ended, { exact: true })).toBeVisible()
    await expect(elsewhere(getSession, {})).rejects.toThrow('UNAUTHENTICATED')
  })
})

test.describe('settings on an English desktop', () => {
  const { device, words } = LOOKS.en
  test.use(device)
  test('e-mail is set, and another device ends this session within seconds', async ({ page, baseURL: url = '' }) => {
    const walker = await comeToSettings(page, 'en', url)
    await page.getByRole('radio', { name: words.twoStep.method.EMAIL }).click()
    const sheet = page.getByRole('dialog')
    const email = `settings-${walker.person.nationalCode}@example.com`
    await sheet.locator('[name=email]').fill(email)
    await sheet.getByRole('button', { name: words.twoStep.email.action }).click()
    await proveOnSheet(page, 'en', () => newestCode(walker.url, walker.person.mobileNumber))
    await expect(sheet.locator(CODE)).toBeVisible()
    await sheet.locator(CODE).fill(await newestCode(walker.url, email))
    await expect(page.getByText(words.twoStep.changed.EMAIL)).toBeVisible()

    const elsewhere = await logInElsewhere(walker.url, walker.person, () => newestCode(walker.url, email))
    const { content } = await elsewhere(getSessions, {})
    expect(content).toHaveLength(2)
    await elsewhere(endOtherSessions, {})
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText(words.auth.login.ended)).toBeVisible()
  })
})
