import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, type Page, test } from 'playwright/test'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
/**
 * Until a visitor reads the price. React, the router, the words, Chakra and zod take 164 KB of it as published, and ofetch 3.6. A page of 185 KB needed a
 * style engine of our own and rewritten imports. The table of the routes and of all areas of words is in it too: some 100 bytes for each page that is
 * fetched on a visit only. The console's pages are not in it. 200 bytes are for links to the trade page that know a visitor, and for rows of markets with
 * one bell and one star at each width; 500 are for the user's own figures, which are asked for on the device before the page is drawn.
 * The packages come in four files and the theme in one, which costs 800: each is compiled and run in a task of its own;
 * 200 let React be run before the app. 50 are for the words of a toast without its card, and 300 for the routes of saved addresses,
 * transfers and deliveries, and for areas of words.
 * 400 are for phones: the volume and two sorts of the markets, letters of twice the size, the place that a keyboard leaves, and a bar on the side.
 * 100 are for the routes and the words of the proof of liabilities, of which the first page has the names alone.
 * 300 are for the unit in which a user has money, which is known before the first price is painted: a later change moved the form. 150 are
 * for a frame that stands without the parts whose code does not come. 400 are for the foot's way to the proof of liabilities, the route of the
 * console's processes, and the codes of proofs that are not there and of programs that wait after a restore. 100 are for the
 * listener that sees a phone's keyboard. Of the bound for all, 100 are for people who have asked for less transparency.
 * 100 are for days with seconds.
 */
const PRICE_BYTES_MAX = 204_300
/** With the form of quick trade, which follows the price and knows that what it buys can be sent, and the registration of the worker. */
const BYTES_MAX = 212_900
/** The parts that the price must not wait for. */
const AFTER_PRICE = ['quick-trade', 'decimal-field', 'register-worker']

/** The overlays come three seconds after the page; on a busy machine the page is still loading then. */
const OVERLAYS = '/assets/deferred-overlays-'

// Without the worker, whose precaching does not delay the page.
test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })

test(`the first page needs at most ${PRICE_BYTES_MAX} bytes of gzipped JavaScript for its price, and ${BYTES_MAX} in all`, async ({
  page,
}) => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js') && !pathname.startsWith(OVERLAYS)) scripts.add(pathname)
  })
  const nothing = { contentType: 'text/javascript', body: 'export default () => null' }
  await page.route(`**${OVERLAYS}*.js`, (route) => route.fulfill(nothing))
  const price = Promise.withResolvers<void>()
  for (const name of AFTER_PRICE)
    await page.route(`**/assets/${name}-*.js`, async (route) => {
      await price.promise
      await route.continue()
    })
  await page.goto('/')
  await expect(page.locator('#main section[aria-label]').first()).toContainText(/[۰-۹]٬[۰-۹]{3}/)
  const forPrice = await weigh(scripts)
  price.resolve()
  await expect(page.locator('#main [name=amount]')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const inAll = await weigh(scripts)
  test
    .info()
    .annotations.push({ type: 'gzip', description: `${forPrice.total} of ${inAll.total} bytes\n${inAll.table}` })
  expect(forPrice.total).toBeGreaterThan(0)
  expect(forPrice.total, forPrice.table).toBeLessThanOrEqual(PRICE_BYTES_MAX)
  expect(inAll.total, inAll.table).toBeLessThanOrEqual(BYTES_MAX)
})

/**
 * The chart's library takes 52 KB of it. The library's own scale of time, which reads and formats days, took 2 KB; the drawings and the order lines
 * come with the first of them.
 */
const CHART_BYTES_MAX = 56_000

test(`the first chart needs at most ${CHART_BYTES_MAX} bytes of gzipped JavaScript more than its page, and none for drawings`, async ({
  page,
}) => {
  const [withPage, withChart] = [await filesOf('trade-page'), await filesOf('candle-drawing')]
  const { total, table } = await weigh(new Set([...withChart].filter((file) => !withPage.has(file))))
  test.info().annotations.push({ type: 'gzip', description: `${total} bytes\n${table}` })
  expect(total).toBeGreaterThan(0)
  expect(total, table).toBeLessThanOrEqual(CHART_BYTES_MAX)
  const scripts: string[] = []
  page.on('response', (response) => scripts.push(response.url()))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/market/GOLD/TOMAN?tradeFrom=GOLD&tradeTo=TOMAN')
  await page.locator('#main canvas').first().waitFor()
  expect(scripts.filter((url) => url.includes('/assets/candle-drawing-'))).toHaveLength(1)
  expect(scripts.filter((url) => url.includes('/assets/drawings-'))).toEqual([])
})

/** The file of this name with all files that it imports before it runs. */
async function filesOf(name: string): Promise<Set<string>> {
  const all = await readdir(`${DIST}/assets`)
  const found = new Set<string>()
  const add = async (file: string) => {
    if (found.has(`/assets/${file}`)) return
    found.add(`/assets/${file}`)
    const text = await readFile(`${DIST}/assets/${file}`, 'utf8')
    for (const [, imported = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) await add(imported)
  }
  await add(all.find((file) => file.startsWith(`${name}-`) && file.endsWith('.js')) ?? name)
  return found
}

async function weigh(scripts: ReadonlySet<string>) {
  const sizes = await Promise.all(
    [...scripts].map(async (path) => ({ path, bytes: gzipSync(await readFile(DIST + path), { level: 9 }).length })),
  )
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const table = sizes.sort((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `${bytes} ${path}`)
  return { total, table: table.join('\n') }
}

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
