import { expect, type Page, test } from 'playwright/test'
import { words } from '#client/locales/fa/app.ts'
import { words as shell } from '#client/locales/fa/shell.ts'
import { words as ui } from '#client/locales/fa/ui.ts'
import { endpoints } from '#contract/endpoints.ts'
import { startBuildServer } from './build-server.ts'
import { coldStart, readPersisted, save, saveOwn, visitUntilKept } from './kept-answers.ts'

const PHONE = { width: 390, height: 844 }

test.use({ viewport: PHONE, locale: 'fa-IR' })

/** The paths of all answers in all caches of the worker. Runs in the page. */
async function readCachedPaths(): Promise<string[]> {
  const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
  const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
  return requests.map(({ url }) => new URL(url).pathname)
}

test('a cold start without a network shows the last prices with their age', async ({ context, page }) => {
  await visitUntilKept(page)
  await page.close()
  await context.setOffline(true)

  const cold = await coldStart({ context, path: '/markets' })
  const sheet = cold.getByRole('dialog')
  await expect(sheet).toContainText('اینترنت شما قطع است')
  await sheet.getByRole('button').last().click()
  await expect(sheet).toBeHidden()
  await expect(cold.getByTestId('connection-bar')).toBeVisible()
  await expect(cold.getByTestId('age').first()).toBeVisible()
  await expect(cold.getByRole('table').or(cold.getByRole('list')).first()).toContainText(/[۰-۹]/)

  await context.setOffline(false)
  await expect(cold.getByTestId('connection-bar')).toBeHidden()
})

test('a page that was opened without a network heals itself when the network is back', async ({ context, page }) => {
  await signUp(page)
  // A page that is not on the bottom bar is on the device once visited, even if it was the first and the worker started after it.
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister())
  await page.goto('/profile/support')
  await expect(page.locator('#main')).toContainText('هنوز تیکتی ندارید')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.waitForLoadState('networkidle')
  await saveOwn(page, '["session"]')
  await page.close()
  await context.setOffline(true)
  const cold = await context.newPage()
  await cold.goto('/profile/support')
  await expect(cold.locator('#main')).toContainText(ui.offline.title)
  const menu = cold.getByRole('banner').getByRole('button', { name: /^منوی حساب/ })
  await expect(menu).toBeVisible()

  await context.setOffline(false)
  await expect(cold.locator('#main')).toContainText('هنوز تیکتی ندارید')
  await expect(cold.locator('#main')).not.toContainText(ui.offline.title)
})

test('the pages of the bottom bar, and quick trade, open without a network where the first page alone was open', async ({
  context,
  page,
}) => {
  await signUp(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.close()
  await context.setOffline(true)
  const cold = await context.newPage()
  const main = cold.locator('#main')
  for (const path of ['/profile/otc', '/profile/wallet', '/profile/trade/TOMAN/GOLD', '/markets', '/']) {
    await cold.goto(path)
    await expect(main.locator('h1, [role=status]').first(), path).toBeVisible()
    await expect(main.getByRole('alert'), path).toHaveCount(0)
  }
  await cold.getByRole('dialog').getByRole('button').last().click()
  await cold.getByRole('button', { name: shell.nav.more, exact: true }).click()
  await expect(cold.getByRole('dialog', { name: shell.nav.more })).toContainText(shell.theme.label)
})

test('a page that this device has not kept says so without a network, and leads to those that it has', async ({
  context,
  page,
}) => {
  await visitUntilKept(page)
  await page.close()
  await context.setOffline(true)
  const cold = await coldStart({ context, path: '/wages' })
  const main = cold.locator('#main')
  await expect(main).toContainText(words.unkept.title)
  await cold.getByRole('dialog').getByRole('button').last().click()
  await main.getByRole('link', { name: 'بازارها' }).click()
  await expect(main.getByRole('table').or(main.getByRole('list')).first()).toContainText(/[۰-۹]/)

  await cold.goto('/wages')
  await expect(main).toContainText(words.unkept.title)
  await context.setOffline(false)
  await expect(main).not.toContainText(words.unkept.title)
  await expect(main).toContainText('کارمزد')
})

for (const { what, cache, path, most } of [
  { what: 'pictures', cache: 'kimia-kept-pictures', path: '/guide/en/deposit-576x1024.webp', most: 40 },
  { what: 'parts of the app', cache: 'kimia-seen-assets', path: 'a part', most: 300 },
])
  test(`${what} that were seen are kept, ${most} at most, and the oldest go`, async ({ page }) => {
    await visitUntilKept(page)
    const kept = () =>
      page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url), cache)
    const last = await page.evaluate(
      async ([wanted, count]) => {
        const part = performance.getEntriesByType('resource').find(({ name }) => /\/assets\/import-.*js$/.test(name))
        const file = wanted.startsWith('/') ? wanted : (part?.name ?? '')
        for (let n = 1; n <= count; n += 1) await fetch(`${file}?${n}`, { headers: { language: 'fa' } })
        return `${file}?${count}`
      },
      [path, most + 5] as const,
    )
    await expect.poll(kept).toHaveLength(most)
    expect(await kept()).toContainEqual(expect.stringContaining(last))
    expect((await kept()).filter((url) => url.endsWith('?1'))).toEqual([])
  })

test('a server that is gone is told apart from a network that is gone', async ({ context, baseURL }) => {
  const server = await startBuildServer({ apiUrl: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(`${server.url}/markets`)
  // An active worker has every file; it answers for this page once it controls it.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect(page.locator('#main')).toBeVisible()
  await server.close()
  await expect(page.getByRole('dialog')).toContainText('ارتباط با کیمیا برقرار نیست', { timeout: 30_000 })
})

test('after a login nothing of the user is in the worker or among the answers for everybody', async ({
  context,
  page,
}) => {
  await signUp(page)
  for (const path of ['/profile', '/profile/wallet', '/profile/history', '/profile/account', '/markets']) {
    await page.goto(path)
    await expect(page.locator('#main')).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await save(page)
  const cached = await page.evaluate(readCachedPaths)
  expect(cached.length).toBeGreaterThan(0)
  expect(cached.filter((path) => path.startsWith('/api'))).toEqual([])

  const persisted = await page.evaluate(readPersisted, 'public' as const)
  for (const { path } of endpoints.filter(({ offline, access }) => offline !== 'keep' || access !== 'public')) {
    expect(persisted).not.toContain(`"queryKey":["${path}"`)
  }
  expect(await context.cookies()).toContainEqual(expect.objectContaining({ httpOnly: true, sameSite: 'Strict' }))
})

async function signUp(page: Page) {
  await page.goto('/')
  const mobileNumber = `0912${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`
  const send = (path: string, data: object) =>
    page.evaluate(
      async ([url, body]) => {
        const headers = { 'content-type': 'application/json', 'x-kimia-client': 'web', language: 'fa' }
        return (await fetch(url, { method: 'POST', headers, body })).status
      },
      [`/api${path}`, JSON.stringify(data)] as const,
    )
  const account = { mobileNumber, password: 'Kimia1405', authenticationType: 'SMS', acceptedTerms: true }
  expect(await send('/users/register', account)).toBe(200)
  const inbox = await page.request.get(`/sandbox/inbox.json?to=${encodeURIComponent(`+98${mobileNumber.slice(1)}`)}`)
  const { code } = (await inbox.json()).find((message: { code: string | null }) => message.code !== null)
  expect(await send('/users/check-otp-code', { code, mobileNumber })).toBe(200)
}
