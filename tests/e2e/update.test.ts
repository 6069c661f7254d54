import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { type BuildServer, startBuildServer } from './build-server.ts'

let server: BuildServer
test.beforeEach(async ({ baseURL }) => {
  server = await startBuildServer({ apiUrl: baseURL ?? '' })
})
test.afterEach(() => server.close())

const bar = (page: Page) => page.getByTestId('new-version')

async function openInstalled(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto(`${server.url}/`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  return page
}

async function lookForUpdate(page: Page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
}

/** A mark that a reload would wipe. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'))
const isSamePage = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-same-page'))

test('a new version is offered, and taken only by a press', async ({ context }) => {
  const page = await openInstalled(context)
  await mark(page)
  await expect(bar(page)).toBeHidden()

  server.deploy()
  await lookForUpdate(page)
  await expect(bar(page)).toBeVisible()
  expect(await isSamePage(page)).toBe(true)

  await bar(page).getByRole('button').last().click()
  await expect.poll(() => isSamePage(page).catch(() => true)).toBe(false)
  await expect(page.locator('#root main').first()).toBeVisible()
  const isWaiting = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
  await expect.poll(() => isWaiting().catch(() => true)).toBe(false)
  await expect(bar(page)).toBeHidden()
})

test('while a form holds something typed, the new version keeps silent', async ({ context }) => {
  const page = await openInstalled(context)
  await page.goto(`${server.url}/login`)
  const field = page.locator('input').first()
  await field.fill('۰۹۱۲')
  server.deploy()
  await lookForUpdate(page)
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
    .toBe('installed')
  // The app checks the offer again every two seconds.
  await page.waitForTimeout(2_500)
  await expect(bar(page)).toBeHidden()
  await field.fill('')
  await expect(bar(page)).toBeVisible()
})

test('a tab whose neighbour took the new version is not reloaded under its owner', async ({ context }) => {
  const first = await openInstalled(context)
  const second = await openInstalled(context)
  await mark(second)
  server.deploy()
  await lookForUpdate(first)
  await bar(first).getByRole('button').last().click()
  await expect(bar(first)).toBeHidden()
  expect(await isSamePage(second)).toBe(true)
  await expect(bar(second)).toBeVisible()
})
