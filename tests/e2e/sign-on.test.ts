import { expect, type Page, test } from 'playwright/test'
import { words as authEn } from '#client/locales/en/auth.ts'
import { words as signOnEn } from '#client/locales/en/sign-on.ts'
import { words as authFa } from '#client/locales/fa/auth.ts'
import { words as signOnFa } from '#client/locales/fa/sign-on.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { newestCode } from '#tests/builders/customer.ts'
import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { proveOnSheet } from './prove.ts'
import { comeSignedIn, enterCode } from './walk.ts'

const DEVICES = {
  fa: {
    viewport: { width: 390, height: 844 },
    locale: 'fa-IR',
    hasTouch: true,
    words: { auth: authFa, signOn: signOnFa },
  },
  en: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    hasTouch: false,
    words: { auth: authEn, signOn: signOnEn },
  },
} as const

/** Goes from our button through the provider's own page. */
async function goThroughProvider(page: Page, choice: { readonly email: string } | 'deny', button: string) {
  await page.getByRole('link', { name: button }).click()
  await page.waitForURL(/\/sandbox\/oidc\/login\//)
  if (choice === 'deny') return page.locator('button[name=deny]').click()
  await page.locator('[name=email]').fill(choice.email)
  return page.locator('button[type=submit]:not([name])').click()
}

async function logOut(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const answer = await fetch('/api/users/logout', { headers: { 'x-kimia-client': 'web' } })
    return answer.status
  })
  expect(status).toBe(200)
}

test.use({ serviceWorkers: 'allow' })

const speak = (page: Page, language: keyof typeof DEVICES) =>
  page.addInitScript((name) => localStorage.setItem('language', name), language === 'fa' ? 'Ir' : 'En')

test.describe('single sign-on on a Persian phone', () => {
  const language = 'fa'
  const { words, ...device } = DEVICES[language]
  const { auth, signOn } = words
  test.use(device)
  test.beforeEach(({ page }) => speak(page, language))

  test('signs a newcomer up by a mobile number, and logs in by the second step the next time', async ({
    page,
    baseURL,
  }) => {
    const url = baseURL ?? ''
    const { mobileNumber } = iranianIdentity()
    const person = { email: `mina-${mobileNumber.slice(1)}@example.com` }
    await page.goto('/sign-up')
    await goThroughProvider(page, person, signOn.action)
    await expect(page.getByRole('heading', { name: signOn.register.title })).toBeVisible()
    await expect(page.getByText(person.email)).toBeVisible()
    await page.getByRole('button', { name: signOn.register.action }).click()
    await expect(page.getByText(auth.problem.mobileRequired)).toBeVisible()
    await page.locator('[name=mobileNumber]').fill(localMobileNumber(mobileNumber))
    await page.locator('[name=acceptedTerms]').check()
    await page.getByRole('button', { name: signOn.register.action }).click()
    await expect(page).toHaveURL(/email-verification/)
    await enterCode({ page }, await newestCode(url, mobileNumber))
    await expect(page).not.toHaveURL(/sign-up/)

    await logOut(page)
    await page.goto('/login')
    await goThroughProvider(page, person, signOn.action)
    await expect(page).toHaveURL(/\/login\/send-phone/)
    await enterCode({ page }, await newestCode(url, mobileNumber))
    await expect(page).toHaveURL(/\/profile/)

    await page.goto('/profile/settings')
    await expect(page.getByText(person.email)).toBeVisible()
  })
})

test.describe('single sign-on on an English desktop', () => {
  const language = 'en'
  const { words, ...device } = DEVICES[language]
  const { auth, signOn } = words
  test.use(device)
  test.beforeEach(({ page }) => speak(page, language))

  test('is linked to an account in the settings, and unlinked again', async ({ page, baseURL }) => {
    const url = baseURL ?? ''
    const { person } = await comeSignedIn({ page, url, language })
    const email = `linked-${person.nationalCode}@example.com`
    await page.goto('/profile/settings')
    await page.getByRole('button', { name: signOn.link.action }).click()
    await proveOnSheet(page, language, () => newestCode(url, person.mobileNumber))
    await page.waitForURL(/\/sandbox\/oidc\/login\//)
    await page.locator('[name=email]').fill(email)
    await page.locator('button[type=submit]:not([name])').click()
    await expect(page.getByText(signOn.link.done)).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
    await page.getByRole('button', { name: signOn.unlink.action, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: signOn.unlink.yes }).click()
    await expect(page.getByText(signOn.link.empty)).toBeVisible()
  })

  test('leads back to the login without a word for a person who says no', async ({ page }) => {
    await page.goto('/login')
    await goThroughProvider(page, 'deny', signOn.action)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { name: auth.login.title })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText('')
  })
})

test('the page that sign-on comes back to leads to the login where nobody has signed on', async ({ page }) => {
  await page.goto('/fromgoogle')
  await expect(page).toHaveURL(/\/login$/)
})
