import { generateSync } from 'otplib/functional'
import { expect, test } from 'playwright/test'
import { words as loginEn } from '#client/locales/en/auth.ts'
import { words as freezeEn } from '#client/locales/en/freeze.ts'
import { words as en } from '#client/locales/en/settings.ts'
import { words as loginFa } from '#client/locales/fa/auth.ts'
import { words as freezeFa } from '#client/locales/fa/freeze.ts'
import { words as fa } from '#client/locales/fa/settings.ts'
import { REFUSALS } from '#contract/errors.ts'
import { endOtherSessions, getSecurity, getSessions } from '#contract/security.ts'
import { getSession } from '#contract/session.ts'
import { checkOtpCode, login } from '#contract/users.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { askerOf, newestCode } from '#tests/builders/customer.ts'
import { type IranianIdentity, iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { proveOnSheet } from './prove.ts'
import { PASSWORD, signUpOnScreen, type Walker } from './walk.ts'

const LOOKS = {
  fa: {
    device: { viewport: { width: 360, height: 780 }, locale: 'fa-IR', hasTouch: true },
    words: { ...fa, auth: loginFa, frozen: freezeFa.frozen },
  },
  en: {
    device: { viewport: { width: 1280, height: 800 }, locale: 'en-GB', hasTouch: false },
    words: { ...en, auth: loginEn, frozen: freezeEn.frozen },
  },
} as const

const CODE = 'input[autocomplete="one-time-code"]'
/** Steps of an authenticator are thirty seconds: a code of the next one is taken as well, and each is taken once. */
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

/** From the row of the authenticator to the last press under its recovery codes. @returns the secret */
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

for (const language of ['fa', 'en'] as const) {
  const { device, words } = LOOKS[language]
  test.describe(`settings (${language})`, () => {
    test.use(device)
    let walker: Walker
    test.beforeEach(async ({ page, baseURL }) => {
      await page.addInitScript((name) => localStorage.setItem('language', name), language === 'fa' ? 'Ir' : 'En')
      walker = { page, url: baseURL ?? '', language, person: iranianIdentity() }
      await signUpOnScreen(walker)
      await page.goto('/profile/settings')
    })

    test('an authenticator is set and used, a session is ended here, and this one from elsewhere', async ({ page }) => {
      const secret = await setAuthenticator(walker, words)
      await expect(page.getByRole('radio', { name: words.twoStep.method.GOOGLE_AUTHENTICATOR })).toBeChecked()

      const elsewhere = await logInElsewhere(walker.url, walker.person, () => codeIn(secret, 30))
      expect((await elsewhere(getSecurity, {})).baseDTO.recoveryCodesLeft).toBe(10)
      await page.reload()
      const end = words.sessions.end.split('{')[0] ?? ''
      await page.getByRole('button', { name: end }).click()
      await page.getByRole('dialog').getByRole('button', { name: words.sessions.endYes }).click()
      await expect(page.getByText(words.sessions.ended, { exact: true })).toBeVisible()
      await expect(elsewhere(getSession, {})).rejects.toThrow('UNAUTHENTICATED')
    })

    test('e-mail is set, and another device ends this session within seconds', async ({ page }) => {
      await page.getByRole('radio', { name: words.twoStep.method.EMAIL }).click()
      const sheet = page.getByRole('dialog')
      const email = `settings-${walker.person.nationalCode}@example.com`
      await sheet.locator('[name=email]').fill(email)
      await sheet.getByRole('button', { name: words.twoStep.email.action }).click()
      await proveOnSheet(page, language, () => newestCode(walker.url, walker.person.mobileNumber))
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

    test('a frozen account is left, and its login refused', async ({ page }) => {
      await page.getByRole('button', { name: words.freeze.action }).click()
      await page.getByRole('dialog').getByRole('button', { name: words.freeze.action }).click()
      await expect(page.getByRole('heading', { name: words.frozen.title })).toBeVisible()
      await page.goto('/login')
      await page.locator('[name=mobileNumber]').fill(localMobileNumber(walker.person.mobileNumber))
      await page.locator('[name=password]').fill(PASSWORD)
      await page.getByRole('button', { name: words.auth.login.action, exact: true }).click()
      await expect(page.getByText(REFUSALS.LOGIN_NOT_ALLOWED[language])).toBeVisible()
    })
  })
}
