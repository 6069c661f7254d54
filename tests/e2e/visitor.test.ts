import { expect, type Page, test } from 'playwright/test'
import { words } from '#client/locales/en/shell.ts'
import { words as fa } from '#client/locales/fa/shell.ts'
import { words as trade } from '#client/locales/fa/trade.ts'
import { getAccount } from '#contract/account.ts'
import { SESSION_MARK } from '#contract/session-mark.ts'
import { logout } from '#contract/users.ts'
import { signUp } from '#tests/builders/customer.ts'
import { ENTRY_PAGES, PUBLIC_PAGES } from './public-pages.ts'
import { sessionCookies } from './session-cookies.ts'

const PAGES = [...PUBLIC_PAGES, ...ENTRY_PAGES]
const LANGUAGES = { fa: 'Ir', en: 'En' } as const
const ACCOUNT = `/api${getAccount.path}`

interface Watched {
  /** The errors that a browser shows for the page: with any of them Lighthouse's best practices are below 100. */
  readonly faults: string[]
  /** Statuses of the answers to the account call, which says who is signed in. */
  readonly account: number[]
}

function watch(page: Page): Watched {
  const watched: Watched = { faults: [], account: [] }
  page.on('pageerror', ({ message }) => watched.faults.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') watched.faults.push(`${message.text()} ${message.location().url}`)
  })
  page.on('requestfailed', (request) => {
    // A stream ends with its page.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') watched.faults.push(`failed: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) watched.faults.push(`${response.status()} ${response.url()}`)
    if (new URL(response.url()).pathname === ACCOUNT) watched.account.push(response.status())
  })
  return watched
}

test.describe.configure({ mode: 'parallel' })
for (const [language, stored] of Object.entries(LANGUAGES))
  test(`a visitor's first visit to any page is without an error, and asks nobody who is there (${language})`, async ({
    browser,
    baseURL,
  }) => {
    for (const path of PAGES) {
      // With the worker, which starts on a first visit, in one of the languages.
      const serviceWorkers = language === 'fa' ? 'allow' : 'block'
      const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers })
      await context.addInitScript((name) => localStorage.setItem('language', name), stored)
      const page = await context.newPage()
      const { faults, account } = watch(page)
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('#main h1').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(faults, path).toEqual([])
      expect(account, path).toEqual([])
      await context.close()
    }
  })

test.describe('a visitor with a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'fa-IR' })
  test('looks at a market from the bottom bar, and is asked to log in only at the order', async ({ page }) => {
    await page.goto('/markets')
    await page.getByRole('link', { name: fa.nav.trade, exact: true }).click()
    await expect(page).toHaveURL(/\/market\/GOLD\/TOMAN\?tradeFrom=GOLD&tradeTo=TOMAN$/)
    await expect(page.getByRole('link', { name: fa.nav.trade, exact: true })).toHaveAttribute('aria-current', 'page')
    await page.locator('#main').getByRole('link', { name: trade.form.login }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
  })
})

test.describe('a user', () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  test('is known by the first answer, and leaves nothing behind', async ({ page, baseURL: url = '' }) => {
    const { token } = await signUp(url)
    await page.context().addCookies(sessionCookies({ token, url }))
    await page.addInitScript((name) => localStorage.setItem('language', name), LANGUAGES.en)
    const watched = watch(page)
    await page.goto('/profile')
    const exit = page.getByRole('button', { name: words.nav.exit, exact: true })
    await expect(exit).toBeVisible()
    await expect.poll(() => watched).toEqual({ faults: [], account: [200] })

    await exit.click()
    await page.getByRole('dialog').getByRole('button', { name: words.exit.yes, exact: true }).click()
    await expect(page).toHaveURL(`${url}/`)
    const cookies = await page.context().cookies()
    expect(cookies.filter(({ name }) => ['kimia_session', SESSION_MARK].includes(name))).toEqual([])
    await page.reload()
    await expect(page.locator('#main h1').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(watched).toEqual({ faults: [], account: [200] })
  })

  test('whose session has ended elsewhere is asked about once', async ({ page, baseURL: url = '' }) => {
    const { token, ask } = await signUp(url)
    await ask(logout, {})
    const cookies = sessionCookies({ token, url })
    await page.context().addCookies(cookies)
    const mark = cookies.find(({ name }) => name === SESSION_MARK)?.value
    const { account } = watch(page)
    for (const path of ['/', '/markets', '/terms']) {
      await page.goto(path)
      await expect(page.locator('#main h1').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      // After the answer the page stores which mark has ended, and no page asks from then on.
      await expect.poll(() => page.evaluate(() => Object.values(localStorage))).toContain(mark)
    }
    expect(account).toEqual([401])
  })
})
