import { expect, type Page, test } from 'playwright/test'

/** Pages with a text of their own; each shows the beginning of a sentence. */
const PAGES = [
  '/terms',
  '/privacy',
  '/guide',
  '/about-us',
  '/faq',
  '/wages',
  '/contact-us',
  '/licences',
  '/liabilities',
  '/market/BITCOIN/TOMAN',
]
const LANGUAGES = ['fa', 'en'] as const

/** The largest layout shift while the app replaces the page: the limit that Google calls good. */
const SHIFT_MAX = 0.1

/** The parts of a page that a search engine reads. */
const readPage = (page: Page, html: string) =>
  page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'text/html')
    const contentOf = (selector: string) => parsed.querySelector(selector)?.getAttribute('content') ?? ''
    return {
      title: parsed.title,
      description: contentOf('meta[name=description]'),
      picture: contentOf('meta[property="og:image"]'),
      words: parsed.querySelector('#root')?.textContent?.trim().length ?? 0,
      structured: [...parsed.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }) => textContent,
      ),
    }
  }, html)

test('the sitemap names every page in both languages, each with a title, a text and a picture of its own', async ({
  request,
  page,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address))
  expect(addresses.length).toBeGreaterThan(60)
  const titles = new Set<string>()
  for (const { pathname, search } of addresses) {
    const reply = await request.get(pathname + search)
    expect(reply.status(), pathname).toBe(200)
    expect(reply.headers()['content-security-policy']).toContain("default-src 'self'")
    const { title, description, picture, words, structured } = await readPage(page, await reply.text())
    titles.add(title)
    expect(description, pathname).toMatch(/\S{2,}/)
    expect(words, pathname).toBeGreaterThan(20)
    expect((await request.get(new URL(picture).pathname)).headers()['content-type'], picture).toBe('image/png')
    for (const data of structured) expect(JSON.parse(data ?? '')['@context']).toBe('https://schema.org')
  }
  expect(titles.size).toBe(addresses.length)
})

for (const path of ['/contact-us', '/liabilities', '/terms'])
  test(`the text that the server wrote stays on ${path} until the app has the words of the page`, async ({ page }) => {
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const words = page.waitForRequest(/\/assets\/public-[^/]*\.js$/)
    await page.route(/\/assets\/public-[^/]*\.js$/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(path)
    await words
    // An app that asks for its words while it draws has taken the place of the text by then.
    await page.waitForTimeout(1_000)
    await expect(page.locator('#root > .text h1')).toBeVisible()
    release()
    await expect(page.locator('#main h1')).toBeVisible()
    await expect(page.locator('#root > .text')).toHaveCount(0)
  })

test('a page that has not changed is not sent again, and the pages of customers are the app alone', async ({
  request,
}) => {
  const etag = (await request.get('/terms')).headers().etag ?? ''
  expect((await request.get('/terms', { headers: { 'if-none-match': etag } })).status()).toBe(304)
  expect((await request.get('/terms?lang=en', { headers: { 'if-none-match': etag } })).status()).toBe(200)
  expect(await (await request.get('/profile/wallet')).text()).not.toContain('og:title')
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /profile')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a reader has the words of every page', async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(path)
      await expect(page.locator('h1')).toBeVisible()
      expect((await page.locator('#root').textContent())?.length, path).toBeGreaterThan(30)
    }
    await page.goto('/faq?lang=en')
    await page.locator('summary').nth(10).click()
    await expect(page.locator('details').nth(10)).toHaveAttribute('open', '')
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'پرسش‌های متداول' })).toBeVisible()
  })
})

/** The distance that painted content has moved since the page began. */
async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += entry.value as number
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )
}

for (const language of LANGUAGES)
  test(`the app takes the place of a page's words without a jump, in the language of the address (${language})`, async ({
    browser,
    baseURL,
  }) => {
    for (const path of ['/terms', '/guide', '/faq']) {
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      await page.goto(`${path}?lang=${language}`)
      const first = (await page.locator('h1').textContent()) ?? ''
      await expect(page.locator('#main h1')).toHaveText(first)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      expect(await shiftOf(page), path).toBeLessThan(SHIFT_MAX)
      await context.close()
    }
  })

/** The answers that a page is made of, as the app stores them on the device: endpoints and their parameters. */
function answersOf(path: string, language: string): string[] {
  const text = (slug: string) => `"/pages/:slug",{"params":{"slug":"${slug}"},"query":{"language":"${language}"}}`
  switch (path) {
    case '/about-us':
      return [text('about'), '"/trades/crypto-info"']
    case '/faq':
      return ['/faq', '/user-manual'].map((list) => `"${list}",{"query":{"language":"${language}"}}`)
    case '/wages':
      return [text('fees-note'), '"/users/account-levels"', '"/coins/details"']
    case '/contact-us':
      return ['"/exchange-info"']
    case '/market/BITCOIN/TOMAN':
      return [`"/blog",{"query":{"coin":"BITCOIN","language":"${language}"}}`, '"/coins/details"', '"BITCOIN_TOMAN"']
    default:
      return [text(path.slice(1))]
  }
}

/** The answers that the app stores on the device, as text. It saves them when it is left, and otherwise once a minute. */
const keptAnswers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        dispatchEvent(new Event('pagehide'))
        const opening = indexedDB.open('kimia')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('answers').objectStore('answers').get('public')
          opening.result.close()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => resolve(String(reading.result))
        }
      }),
  )

test('what a visitor has read once is read again without a network, in both languages', async ({ page, context }) => {
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const read = new Map<string, string>()
  for (const language of LANGUAGES) {
    // One page of each kind is enough to prove that the answers of a language are stored for it.
    for (const path of language === 'fa' ? PAGES : ['/terms', '/faq', '/market/BITCOIN/TOMAN']) {
      await page.goto(`${path}?lang=${language}`)
      await expect(page.locator('#main h1')).toBeVisible()
      await page.waitForLoadState('networkidle')
      for (const answer of answersOf(path, language)) await expect.poll(() => keptAnswers(page)).toContain(answer)
      read.set(`${path}?lang=${language}`, (await page.locator('#main h1').textContent()) ?? '')
    }
  }
  await context.setOffline(true)
  for (const [address, heading] of read) {
    await page.goto(address)
    await expect(page.locator('#main h1'), address).toHaveText(heading)
    await expect(page.locator('#main').getByRole('button', { name: /Try again|تلاش دوباره/ }), address).toHaveCount(0)
  }
})

test('the pictures of the guide are seen again without a network, and none is fetched before it is seen', async ({
  page,
  context,
}) => {
  const asked: string[] = []
  context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const pictures = () => asked.filter((path) => path.startsWith('/guide/') && path.endsWith('.webp'))
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  expect(await (await page.request.get('/sw.js')).text()).not.toContain('.webp"')
  expect(pictures()).toEqual([])
  await page.goto('/guide')
  const first = page.locator('#main img').first()
  const isDrawn = (image: Element) => image instanceof HTMLImageElement && image.complete && image.naturalWidth === 576
  await first.scrollIntoViewIfNeeded()
  await expect.poll(() => first.evaluate(isDrawn)).toBe(true)
  expect(await first.getAttribute('height')).toBe('1024')
  // The worker caches a picture a moment after the page has it.
  const path = (await first.getAttribute('src')) ?? ''
  await expect.poll(() => page.evaluate(async (name) => (await caches.match(name)) !== undefined, path)).toBe(true)
  await expect.poll(() => keptAnswers(page)).toContain('"slug":"guide"')
  await context.setOffline(true)
  await page.reload()
  await page.locator('#main img').first().scrollIntoViewIfNeeded()
  await expect.poll(() => page.locator('#main img').first().evaluate(isDrawn)).toBe(true)
})

test('on paper a page is light, and has its text without bars and buttons', async ({ page }) => {
  await page.goto('/terms')
  await expect(page.locator('#main h1')).toBeVisible()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('html')).toHaveClass(/light/)
  await expect(page.locator('header')).toBeHidden()
  await expect(page.locator('footer')).toBeHidden()
  await expect(page.locator('#main h1')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('html')).toHaveClass(/dark/)
})
