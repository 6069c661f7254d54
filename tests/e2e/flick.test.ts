import { expect, type Page, test } from 'playwright/test'
import { words as trade } from '#client/locales/fa/trade.ts'
import { busyCustomer } from '#tests/builders/busy-customer.ts'
import { sessionCookies } from './session-cookies.ts'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'block',
  reducedMotion: 'no-preference',
})

const STEPS = 12
/** After a tenth of this time a browser treats a thumb as resting. */
const REST_MS = 400

/** Longer than the chart and the browser take a press for a tap. */
const LONG_PRESS_MS = 700

type Flick = { x: number; y: number; up: number; pressMs?: number }

/** Moves a thumb up over the page from a point, if asked after a long press. */
async function flick(page: Page, { x, y, up, pressMs = 0 }: Flick): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y - by }] })
  await touch('touchStart', 0)
  await page.waitForTimeout(pressMs)
  for (let step = 1; step <= STEPS; step += 1) await touch('touchMove', (up * step) / STEPS)
  // The thumb rests before it lifts: momentum would carry the page on, on one machine further than on another.
  await page.waitForTimeout(REST_MS)
  await touch('touchEnd', up)
}

/** Signs a customer in whose trade page opens with its chart. */
async function enterWithChart(page: Page, url = '') {
  const { token } = await busyCustomer(url)
  await page.context().addCookies(sessionCookies({ token, url }))
  await page.addInitScript(() => localStorage.setItem('trade-chart', 'open'))
}

test("a thumb's swipe over the chart, or over its prices, moves the page, also after a long press", async ({
  page,
  baseURL,
}) => {
  await enterWithChart(page, baseURL)
  await page.goto('/profile/trade/TOMAN/GOLD')
  const canvas = page.locator('#main canvas').first()
  await canvas.waitFor()
  for (const part of [0.4, 0.95]) {
    await page.evaluate(() => scrollTo(0, 0))
    const chart = await page.locator('#main [role=img]:has(canvas)').boundingBox()
    if (!chart) throw new Error('the chart is not drawn')
    await flick(page, { x: chart.x + chart.width * part, y: chart.y + chart.height * 0.5, up: 200 })
    await expect.poll(() => page.evaluate(() => scrollY), `at ${part} of its width`).toBeGreaterThan(100)
  }
  // The crosshair of a long press follows that thumb; the next swipe must be the page's again.
  const chart = await page.locator('#main [role=img]:has(canvas)').boundingBox()
  const spot = { x: (chart?.x ?? 0) + (chart?.width ?? 0) * 0.4, y: (chart?.y ?? 0) + (chart?.height ?? 0) * 0.5 }
  await flick(page, { ...spot, up: 0, pressMs: LONG_PRESS_MS })
  const before = await page.evaluate(() => scrollY)
  await flick(page, { ...spot, up: -60 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before)
})

/** No test knows where the library draws a price: the thumb pulls at each height of the labels' column until a sheet opens. */
async function pullLabel(page: Page): Promise<void> {
  const image = page.locator('#main [role=img]:has(canvas)')
  for (let down = 16; down < 260; down += 24) {
    await page.evaluate(() => scrollTo(0, 0))
    const chart = await image.boundingBox()
    const axis = await image.locator('td:last-child canvas').first().boundingBox()
    if (!chart || !axis) throw new Error('the chart is not drawn')
    await flick(page, { x: axis.x - 30, y: chart.y + down, up: 40 })
    if (await page.getByRole('dialog').isVisible()) return
  }
}

test("an order's label follows the thumb while the page stays, and asks before the order is changed", async ({
  page,
  baseURL,
}) => {
  await enterWithChart(page, baseURL)
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/orders')) changes.push(request.url())
  })
  await page.goto('/profile/trade/TOMAN/GOLD')
  await page.locator('#main canvas').first().waitFor()
  await expect(async () => {
    await pullLabel(page)
    await expect(page.getByRole('dialog', { name: trade.amend.title })).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(changes).toEqual([])
})

test('a quick flick on a slow network meets cards to come, not a void', async ({ page }) => {
  // Holds back the parts that load when the user scrolls near.
  await page.route(/\/assets\/(?:below|markets-preview)-/, () => undefined)
  await page.goto('/')
  await page.locator('#main h1').waitFor()
  await page.waitForLoadState('load')
  await flick(page, { x: 195, y: 800, up: 780 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await page.evaluate(standStill)
  // A gap lies between two cards wherever the page stops; a void would be as high as the screen.
  expect(await page.evaluate(shareDrawn)).toBeGreaterThan(0.75)
})

/** Runs in the page: resolves once it has stopped. */
function standStill(): Promise<void> {
  return new Promise((done) => {
    let [before, frames] = [scrollY, 0]
    const look = () => {
      frames = scrollY === before ? frames + 1 : 0
      before = scrollY
      if (frames > 10) done()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** Runs in the page: the share of the screen between the bars with a card, or its placeholder, in its middle. */
function shareDrawn(): number {
  const heights = Array.from({ length: 31 }, (_, step) => innerHeight * (0.2 + step * 0.02))
  const drawn = heights.filter((height) =>
    document
      .elementsFromPoint(innerWidth / 2, height)
      .some((each) => each.matches('#main *') && getComputedStyle(each).backgroundColor !== 'rgba(0, 0, 0, 0)'),
  )
  return drawn.length / heights.length
}
