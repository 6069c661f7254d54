import { generateSync } from 'otplib/functional'
import { type Browser, expect, type Page, test } from 'playwright/test'
import { words as freezeEn } from '#client/locales/en/freeze.ts'
import { words as settingsEn } from '#client/locales/en/settings.ts'
import { words as freezeFa } from '#client/locales/fa/freeze.ts'
import { words as settingsFa } from '#client/locales/fa/settings.ts'
import { REFUSALS } from '#contract/errors.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { newestCode } from '#tests/builders/customer.ts'
import { proveByRecoveryCode, proveOnSheet } from './prove.ts'
import { awaitStepBack } from './screen.ts'
import { comeSignedIn, PASSWORD, type Walker, WORDS } from './walk.ts'

const LOOKS = {
  fa: {
    viewport: { width: 390, height: 844 },
    locale: 'fa-IR',
    hasTouch: true,
    settings: settingsFa,
    freeze: freezeFa,
  },
  en: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    hasTouch: false,
    settings: settingsEn,
    freeze: freezeEn,
  },
} as const

const BASE = `http://127.0.0.1:${process.env.E2E_PORT}`
const STEP_SECONDS = 30
const NEW_PASSWORD = 'Anahita-2027'

type Language = keyof typeof LOOKS

// A device that stays open would keep drawing its prices during all later tests.
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})

/** A new device without a session. */
async function openDevice(browser: Browser, language: Language): Promise<Page> {
  const { viewport, locale, hasTouch } = LOOKS[language]
  const context = await browser.newContext({ baseURL: BASE, viewport, locale, hasTouch })
  await context.addInitScript((name) => localStorage.setItem('language', name), language === 'fa' ? 'Ir' : 'En')
  return context.newPage()
}

const begin = async (browser: Browser, language: Language): Promise<Walker> =>
  comeSignedIn({ page: await openDevice(browser, language), url: BASE, language })

/** Enters number and password, up to the page of the second step. */
async function giveCredentials(page: Page, { language, person }: Walker, password: string = PASSWORD): Promise<void> {
  await awaitStepBack(page)
  await page.goto('/login')
  await page.locator('[name=mobileNumber]').fill(localMobileNumber(person.mobileNumber))
  await page.locator('[name=password]').fill(password)
  await page.getByRole('button', { name: WORDS[language].auth.login.action, exact: true }).click()
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.locator('input[autocomplete="one-time-code"]').fill(code)
}

async function logIn(page: Page, walker: Walker): Promise<void> {
  await giveCredentials(page, walker)
  await expect(page).toHaveURL(/\/login\/send-phone/)
  await giveCode(page, await newestCode(BASE, walker.person.mobileNumber))
  await expect(page).toHaveURL(/\/profile/)
}

test.describe('an account is protected on a Persian phone', () => {
  const language = 'fa'
  const { settings } = LOOKS[language]

  test('a session that is ended on another device ends here within seconds', async ({ browser }) => {
    const walker = await begin(browser, language)
    const other = await openDevice(browser, language)
    await logIn(other, walker)

    await walker.page.goto('/profile/settings')
    await walker.page.getByRole('button', { name: settings.sessions.endOthers }).click()
    const sheet = walker.page.getByRole('dialog')
    await expect(sheet.getByText(settings.sessions.endOthersText)).toBeVisible()
    await sheet.getByRole('button', { name: settings.sessions.endYes, exact: true }).click()
    await expect(walker.page.getByText(settings.sessions.endedOthers)).toBeVisible()

    await expect(other).toHaveURL(/\/login/)
    await expect(other.getByText(WORDS[language].auth.login.ended)).toBeVisible()
    await awaitStepBack(walker.page)
    await walker.page.reload()
    await expect(walker.page).toHaveURL(/\/profile\/settings/)
  })

  test('a forgotten password whose code came as the codes of logins come waits, and its owner cancels it', async ({
    browser,
  }) => {
    const walker = await begin(browser, language)
    const { person } = walker
    const { forgot } = WORDS[language].auth
    const other = await openDevice(browser, language)
    await other.goto('/login/forget-otp')
    await expect(other).toHaveURL(/\/login$/)
    await other.getByRole('link', { name: WORDS[language].auth.login.forgot }).click()
    // The login has a field of the same name.
    await expect(other.getByRole('heading', { name: forgot.title })).toBeVisible()
    await other.locator('[name=mobileNumber]').fill(localMobileNumber(person.mobileNumber))
    const earlier = await newestCode(BASE, person.mobileNumber)
    await other.getByRole('button', { name: forgot.send, exact: true }).click()
    await expect(other).toHaveURL(/\/login\/forget-otp$/)
    // The code is sent after the answer, whose time must not reveal whether such an account exists.
    await expect.poll(() => newestCode(BASE, person.mobileNumber)).not.toBe(earlier)
    await giveCode(other, await newestCode(BASE, person.mobileNumber))
    const [password, repeat] = [
      other.locator('input[autocomplete="new-password"]').first(),
      other.locator('input[autocomplete="new-password"]').last(),
    ]
    await password.fill(NEW_PASSWORD)
    await repeat.fill(`${NEW_PASSWORD}?`)
    await other.getByRole('button', { name: forgot.action, exact: true }).click()
    await expect(other.getByText(WORDS[language].auth.problem.repeatDiffers)).toBeVisible()
    await repeat.fill(NEW_PASSWORD)
    await other.getByRole('button', { name: forgot.action, exact: true }).click()
    await expect(other.getByRole('heading', { name: forgot.waiting.title })).toBeVisible()
    await other.getByRole('link', { name: forgot.back }).click()

    await giveCredentials(other, walker, NEW_PASSWORD)
    await expect(other.getByText(REFUSALS.INCORRECT_CREDENTIALS[language])).toBeVisible()
    await walker.page.goto('/profile/settings')
    await walker.page.getByRole('button', { name: settings.reset.cancel }).click()
    const sheet = walker.page.getByRole('dialog')
    await sheet.locator('[name=oldPassword]').fill(PASSWORD)
    await sheet.getByRole('button', { name: settings.reset.cancel }).click()
    await expect(walker.page.getByRole('button', { name: settings.reset.cancel })).toHaveCount(0)
    await giveCredentials(other, walker)
    await expect(other).toHaveURL(/\/login\/send-phone/)
    await giveCode(other, await newestCode(BASE, person.mobileNumber))
    await expect(other).toHaveURL(/\/profile/)
  })
})

test.describe('an account is protected on an English desktop', () => {
  const language = 'en'
  const { settings, freeze } = LOOKS[language]

  test('whoever freezes the account is out, and so is everybody who knows its password', async ({ browser }) => {
    const walker = await begin(browser, language)
    const { page } = walker
    await page.goto('/profile/settings')
    await page.getByRole('button', { name: settings.freeze.action, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: settings.freeze.action, exact: true }).click()
    await expect(page.getByText(freeze.frozen.title)).toBeVisible()

    await giveCredentials(page, walker)
    await expect(page.getByText(REFUSALS.LOGIN_NOT_ALLOWED[language])).toBeVisible()
    await giveCredentials(page, walker, `${PASSWORD}-wrong`)
    await expect(page.getByText(REFUSALS.INCORRECT_CREDENTIALS[language])).toBeVisible()
  })

  test('an authenticator is set up, asked for at the next login, and given up again', async ({ browser }) => {
    const walker = await begin(browser, language)
    const { page } = walker
    await page.goto('/profile/settings')
    await page.getByRole('radio', { name: settings.twoStep.method.GOOGLE_AUTHENTICATOR }).click()
    await proveOnSheet(page, language, () => newestCode(BASE, walker.person.mobileNumber))
    const sheet = page.getByRole('dialog')
    const secret = ((await sheet.locator('bdi[dir=ltr]').first().textContent()) ?? '').replaceAll(' ', '')
    const codeAt = (epoch: number) => generateSync({ secret, epoch })
    const now = Math.floor(Date.now() / 1_000)
    await giveCode(page, '000000')
    await expect(sheet.getByText(REFUSALS.INCORRECT_OTP[language]).first()).toBeVisible()
    await giveCode(page, codeAt(now))
    await expect(page.getByText(settings.twoStep.changed.GOOGLE_AUTHENTICATOR)).toBeVisible()
    const recoveryCode = (await sheet.getByRole('listitem').first().textContent()) ?? ''

    const other = await openDevice(browser, language)
    await giveCredentials(other, walker)
    await expect(other).toHaveURL(/\/login\/forget\/verify/)
    // Each code works once; the code of the next time step is valid already.
    await giveCode(other, codeAt(now + STEP_SECONDS))
    await expect(other).toHaveURL(/\/profile/)

    await other.goto('/profile/settings')
    await other.getByRole('radio', { name: new RegExp(`^${settings.twoStep.method.SMS}`) }).click()
    await proveByRecoveryCode(other, language, recoveryCode)
    await expect(other.getByRole('dialog').locator('input[autocomplete="one-time-code"]')).toBeVisible()
    await giveCode(other, await newestCode(BASE, walker.person.mobileNumber))
    await expect(other.getByText(settings.twoStep.changed.SMS)).toBeVisible()
  })
})
