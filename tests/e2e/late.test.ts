import { expect, test } from 'playwright/test'
import { words as appWords } from '#client/locales/fa/app.ts'
import { words as shell } from '#client/locales/fa/shell.ts'
import { words as ui } from '#client/locales/fa/ui.ts'

const LATE = {
  fa: 'کیمیا باز نشد؛ اینترنت را بررسی کنید و دوباره تلاش کنید.',
  en: "Kimia didn't open. Check your connection and try again.",
}

/** The page that the server wrote has headings and links, too. */
const APP = '#main'

test.use({ viewport: { width: 360, height: 780 }, serviceWorkers: 'block' })

test('an app that does not come says so after two minutes, and is asked for again', async ({ page }) => {
  await page.clock.install()
  // Held requests stay held: an unrouted request would continue, and the app would load before the press.
  let isHeld = true
  await page.route('**/assets/start-app-*.js', (route) => (isHeld ? undefined : route.continue()))
  await page.goto('/')
  // Leaves half a minute for the seconds that a busy machine needs.
  await page.clock.fastForward(90_000)
  await expect(page.getByText(LATE.fa)).toBeHidden()
  await page.clock.fastForward(31_000)
  await expect(page.getByText(LATE.fa)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  isHeld = false
  await page.getByRole('button', { name: 'بارگذاری دوباره' }).click()
  await expect(page.locator(APP)).toBeVisible()
  await expect(page.getByText(LATE.fa)).toBeHidden()
})

test('only the home page shows its words before the app comes', async ({ page }) => {
  await page.route('**/assets/start-app-*.js', () => undefined)
  const title = page.locator('main.first h1:visible')
  await page.goto('/')
  await expect(title).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  await page.goto('/profile/wallet')
  await expect(title).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
})

test('a part of the app that fails is said at once', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'En'))
  await page.route('**/assets/start-app-*.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText(LATE.en)).toBeVisible()
  await page.unroute('**/assets/start-app-*.js')
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.locator(APP)).toBeVisible()
  await expect(page.getByText(LATE.en)).toBeHidden()
})

test('a page that does not come has an overlay, and after two minutes a way to load it', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await expect(page.locator(APP)).toBeVisible()
  // The overlay of pages loads a while after the first part, with its words.
  const words = page.waitForResponse((response) => /\/app-[^/]*\.js$/.test(response.url()))
  await page.clock.runFor(4_000)
  await (await words).finished()
  let isHeld = true
  await page.route('**/assets/*.js', (route) => (isHeld ? undefined : route.continue()))
  await page.getByRole('link', { name: shell.nav.login }).first().dispatchEvent('click')
  await expect(async () => {
    await page.clock.runFor(1_000)
    await expect(page.getByText(appWords.loading)).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.clock.fastForward(121_000)
  await expect(page.getByRole('dialog', { name: appWords.late.title })).toBeVisible()
  isHeld = false
  await page.getByRole('button', { name: appWords.late.retry }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(appWords.loading)).toBeHidden()
})

test('parts of the frame whose code does not come leave the page as it is, and are asked for again by the next press', async ({
  page,
}) => {
  const LATER = /\/assets\/(deferred-overlays|more-sheet|footer)-[^/]*\.js$/
  await page.route(LATER, (route) => route.abort())
  const overlays = page.waitForEvent('requestfailed', (request) => request.url().includes('deferred-overlays'))
  await page.goto('/')
  await expect(page.locator(APP)).toBeVisible()
  await overlays
  const more = page.getByRole('button', { name: shell.nav.more, exact: true })
  await more.click()
  await expect(page.getByText(ui.refusal.unreachable)).toBeVisible()
  await expect(page.locator('#main h1').first()).toBeVisible()
  await page.unroute(LATER)
  await more.click()
  await expect(page.getByRole('dialog', { name: shell.nav.more })).toBeVisible()
})
