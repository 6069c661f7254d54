import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, type Page, test } from 'playwright/test'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
/**
 * React, the router, the words, Chakra and zod take 164 KB of it as published, and ofetch 3.6; quick trade, which is on
 * the home page, takes some 12. A page of 185 KB needed a style engine of our own and rewritten imports. The table of the routes and of all areas of
 * words is in it too: some 100 bytes for each page that is fetched on a visit only. The console's pages are not in it.
 */
const BYTES_MAX = 210_000

/** The overlays come three seconds after the page; on a busy machine the page is still loading then. */
const OVERLAYS = '/assets/deferred-overlays-'

// Without the worker, whose precaching does not delay the page.
test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })

test(`the first page needs at most ${BYTES_MAX} bytes of gzipped JavaScript`, async ({ page }) => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js') && !pathname.startsWith(OVERLAYS)) scripts.add(pathname)
  })
  const nothing = { contentType: 'text/javascript', body: 'export default () => null' }
  await page.route(`**${OVERLAYS}*.js`, (route) => route.fulfill(nothing))
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.locator('#main')).toBeVisible()
  const sizes = await Promise.all(
    [...scripts].map(async (path) => ({ path, bytes: gzipSync(await readFile(DIST + path), { level: 9 }).length })),
  )
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const table = sizes.sort((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `${bytes} ${path}`)
  test.info().annotations.push({ type: 'gzip', description: `${total} bytes\n${table.join('\n')}` })
  expect(scripts.size).toBeGreaterThan(0)
  expect(total, table.join('\n')).toBeLessThanOrEqual(BYTES_MAX)
})

/** The words of the first page in their order, with place, size and font. */
async function drawnWords(page: Page) {
  // Until the fonts have loaded, letters have other widths.
  await page.evaluate(async () => void (await document.fonts.ready))
  return page.locator('h1:visible, h1:visible + p').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, width, height } = element.getBoundingClientRect()
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      return { text: element.textContent, x, width, height, color, fontSize, fontWeight }
    }),
  )
}

for (const language of ['Ir', 'En'])
  for (const theme of ['dark', 'light'])
    test(`the app draws the words that the page shows before it where they stand: ${language}, ${theme}`, async ({
      page,
    }) => {
      await page.addInitScript((chosen) => Object.assign(localStorage, chosen), { language, theme })
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto('/')
      const before = await drawnWords(page)
      await page.unroute('**/assets/*.js')
      await page.reload()
      await expect(page.locator('#main h1')).toBeVisible()
      expect(before).toHaveLength(2)
      expect(await drawnWords(page)).toEqual(before)
    })
