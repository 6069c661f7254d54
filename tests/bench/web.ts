import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { words as trade } from '#client/locales/fa/trade.ts'
import { getMarkets } from '#contract/markets.ts'
import type { Customer } from '#tests/builders/customer.ts'
import { CHROMIUM_ARGUMENTS, requireChromium } from '#tests/setup/chromium.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'
import { requireClient } from '../../src/scripts/build-client.ts'
import { PUBLIC_PAGES } from '../e2e/public-pages.ts'
import { sessionCookies } from '../e2e/session-cookies.ts'
import { startBenchProcess } from './bench-process.ts'
import { Crowd, trader } from './web-market.ts'
import { beginAnew, type Felt, feltOn, heapOf, slowDown, watchPage } from './web-page.ts'

/**
 * `npm run bench:web` measures what a customer feels on the production build, with the real server and Chromium: frames and typing on the trade page while
 * its book changes a hundred times a second, the first tap on a slow network, starts without one, a list of a thousand markets, requests, writes and heap of the minutes of
 * streaming (three, or the number given), and how far the parts of each page move while it loads. `npm run lighthouse` gives the score of `/`.
 */
const MINUTES = Number(process.argv[2] ?? 3)
const TRADE = '/profile/trade/TOMAN/GOLD'
const OWN_PAGES = ['/profile', TRADE, '/profile/otc', '/profile/wallet', '/profile/history', '/profile/settings']
/** The title of a level of the book, without its price. */
const LEVEL = trade.book.take.replace(/ ?\{\{price\}\}.*/, '')
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const CHANGES_PER_SECOND = 100
const ROUNDS = 3
const BUSY_MS = 15_000
/** Late parts of a page come within this time. */
const SETTLE_MS = 6_000

const say = (line: string) => process.stdout.write(`${line}\n`)
const row = (name: string, figure: string) => say(`| ${name} | ${figure} | ${loadavg()[0]?.toFixed(1)} |`)
const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const quantile = (values: readonly number[], part: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
const median = (values: readonly number[]) => quantile(values, 0.5)
const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
const ms = (value: number) => `${Math.round(value)} ms`

await requireClient()
const dataDir = await mkdtemp(join(tmpdir(), 'kimia-web-'))
const server = await startServerProcess(
  { databaseUrl: undefined, dataDir },
  { MARKET_MAKER: 'on', SANDBOX_CANDLES: 'on', PRICE_POLL_MS: '10000', CODES_PER_ADDRESS_MAX: '1000' },
)
const { url } = server
const browser = await chromium.launch({ args: CHROMIUM_ARGUMENTS, executablePath: await requireChromium() })
try {
  say(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, Chromium ${browser.version()}`)
  say('\n| measured | | load |\n|---|---|---|')
  const viewer = await trader(url)
  const people = [await trader(url), await trader(url), await trader(url), await trader(url)] as const
  await measureFirstTap(viewer)
  await measureColdStarts(viewer)
  await measureBusyBook(viewer, people)
  await measureLongList()
  await measureStreaming(viewer, people)
  await measureShifts(viewer)
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

interface Tab {
  readonly page: Page
  readonly context: BrowserContext
}

async function openTab(options: BrowserContextOptions, customer?: Customer): Promise<Tab> {
  const context = await browser.newContext({ ...options, locale: 'fa-IR' })
  if (customer) await context.addCookies(sessionCookies({ token: customer.token, url }))
  const page = await context.newPage()
  await watchPage(page)
  return { page, context }
}

/** The form can be used, and the book beside it shows prices. */
async function isUsable(page: Page): Promise<void> {
  await page.locator('form button[type=submit]').first().waitFor()
  await page.getByTitle(LEVEL).first().waitFor()
}

/** Opens the trade page with an empty cache, as on a first visit. */
async function measureFirstTap(viewer: Customer): Promise<void> {
  const times: number[] = []
  let scripts: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { page, context } = await openTab({ ...PHONE, serviceWorkers: 'block' }, viewer)
    scripts = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js')) scripts.push(pathname)
    })
    await slowDown(page, { network: true })
    await page.goto(url + TRADE, { waitUntil: 'commit' })
    times.push(await whenUsable(page))
    await page.waitForLoadState('networkidle')
    if (round === ROUNDS - 1) {
      row('trade page on slow 4G: ready for a tap', ms(median(times)))
      row('its JavaScript with the folded chart, gzip', await weigh(scripts))
      await page.getByRole('button', { name: trade.chart.unfold }).first().click()
      await page.locator('canvas').first().waitFor()
      await page.waitForLoadState('networkidle')
      row('its JavaScript with the chart unfolded, gzip', await weigh(scripts))
    }
    await context.close()
  }
}

/** Milliseconds from the start of the visit to the first frame that can be used. `waitFor` would look up to half a second later. */
async function whenUsable(page: Page): Promise<number> {
  const time = await page.waitForFunction(
    (level) =>
      document.querySelector('form button[type=submit]') && document.querySelector(`[title^="${level}"]`)
        ? performance.now()
        : undefined,
    LEVEL,
    { polling: 'raf' },
  )
  return (await time.jsonValue()) ?? Number.NaN
}

async function weigh(scripts: readonly string[]): Promise<string> {
  const sizes = await Promise.all(
    [...new Set(scripts)].map(async (path) => gzipSync(await readFile(join('dist', path)), { level: 9 }).length),
  )
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
  return `${Math.round(total / 1_000)} kB in ${sizes.length} files`
}

/** Starts without a network after a visit, with the worker, until a price is seen: one that was painted before the app, or the app's own. */
async function measureColdStarts(viewer: Customer): Promise<void> {
  const { page, context } = await openTab(PHONE, viewer)
  await page.goto(url + TRADE)
  await isUsable(page)
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.waitForFunction(() => localStorage.getItem('first-prices') !== null)
  await page.close()
  await context.setOffline(true)
  for (const path of ['/', '/markets', TRADE]) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const cold = await context.newPage()
      await slowDown(cold, { cpu: 4 })
      await cold.goto(url + path, { waitUntil: 'commit' })
      const seen = await cold.waitForFunction(hasPrice, undefined, { polling: 'raf' })
      times.push(await seen.evaluate((at) => Number(at)))
      await cold.close()
    }
    row(`phone at 4×: cold start without a network, a price on ${path}`, ms(median(times)))
  }
  await context.close()
}

/** Runs in the page. @returns the milliseconds since its start, once a price is there */
function hasPrice(): number | false {
  return /[۰-۹]٬[۰-۹]{3}/.test(document.getElementById('root')?.textContent ?? '') && performance.now()
}

async function measureBusyBook(viewer: Customer, people: readonly [Customer, ...Customer[]]): Promise<void> {
  for (const [name, options] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    const { page, context } = await openTab(options, viewer)
    await page.goto(url + TRADE)
    await isUsable(page)
    await sleep(SETTLE_MS)
    await slowDown(page, { cpu: 4 })
    const rounds: Felt[] = []
    let perSecond = 0
    for (let round = 0; round < ROUNDS; round++) {
      const crowd = new Crowd(people, CHANGES_PER_SECOND)
      await sleep(2_000)
      await beginAnew(page)
      const [before, begunAt] = [crowd.changes, performance.now()]
      await type(page, BUSY_MS)
      rounds.push(await feltOn(page))
      perSecond = ((crowd.changes - before) * 1_000) / (performance.now() - begunAt)
      await crowd.stop()
    }
    const of = (figure: (felt: Felt) => number) => median(rounds.map(figure))
    const frames = `frames p50 ${ms(of((felt) => quantile(felt.frames, 0.5)))}, p95 ${ms(of((felt) => quantile(felt.frames, 0.95)))}`
    // INP is the worst interaction of a page with fewer than fifty.
    const inp = `INP while typing ${ms(of((felt) => Math.max(0, ...felt.interactions)))}`
    row(`${name} at 4× with ${Math.round(perSecond)} changes a second`, `${frames}, ${inp}`)
    await context.close()
  }
}

/** Types an amount and clears it again, key by key. */
async function type(page: Page, forMs: number): Promise<void> {
  const field = page.locator('[name=amount]').first()
  const until = performance.now() + forMs
  await field.focus()
  while (performance.now() < until) {
    for (const key of ['0', '.', '1', '2', 'Backspace', 'Backspace', 'Backspace', 'Backspace']) {
      await page.keyboard.press(key)
      await sleep(120)
    }
  }
}

/** Scrolls through a thousand markets, of which one changes each second. */
async function measureLongList(): Promise<void> {
  const list = await startBenchProcess('tests/bench/polled-server.ts')
  try {
    const { page, context } = await openTab({ ...PHONE, serviceWorkers: 'block' })
    await page.route(`**/api${getMarkets.path}*`, async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: `http://127.0.0.1:${list.port}${pathname}${search}` }) })
    })
    await page.goto(`${url}/markets`)
    await page.getByText('COIN12', { exact: false }).first().waitFor()
    await sleep(SETTLE_MS)
    await slowDown(page, { cpu: 4 })
    await page.mouse.move(195, 500)
    await beginAnew(page)
    for (let turn = 0; turn < 150; turn++) {
      await page.mouse.wheel(0, 240)
      await sleep(30)
    }
    const { frames } = await feltOn(page)
    row(
      'phone at 4×: scrolling 1,000 markets',
      `frames p50 ${ms(quantile(frames, 0.5))}, p95 ${ms(quantile(frames, 0.95))}`,
    )
    await context.close()
  } finally {
    await list.stop()
  }
}

async function measureStreaming(viewer: Customer, people: readonly [Customer, ...Customer[]]): Promise<void> {
  const { page, context } = await openTab(PHONE, viewer)
  await page.goto(url + TRADE)
  await isUsable(page)
  const crowd = new Crowd(people, CHANGES_PER_SECOND)
  await sleep(60_000)
  const before = await heapOf(page)
  let requests = 0
  page.on('request', () => requests++)
  await beginAnew(page)
  await sleep(60_000)
  row('phone: requests and writes to the disk in a minute', `${requests} and ${(await feltOn(page)).writes}`)
  await sleep((MINUTES - 2) * 60_000)
  const after = await heapOf(page)
  await crowd.stop()
  const grown = ((after / before - 1) * 100).toFixed(1)
  row(`phone: heap after 1 and ${MINUTES} minutes`, `${mib(before)} and ${mib(after)} MiB (${grown} %)`)
  await context.close()
}

async function measureShifts(viewer: Customer): Promise<void> {
  for (const [device, options] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    const shifts: [number, string][] = []
    for (const path of [...PUBLIC_PAGES, ...OWN_PAGES]) {
      const { page, context } = await openTab(options, OWN_PAGES.includes(path) ? viewer : undefined)
      await slowDown(page, { network: true })
      await page.goto(url + path)
      await sleep(SETTLE_MS)
      shifts.push([(await feltOn(page)).shift, path])
      await context.close()
    }
    const worst = shifts.sort(([a], [b]) => b - a).slice(0, 4)
    row(
      `${device}: pages whose parts move most`,
      worst.map(([shift, path]) => `${path} ${shift.toFixed(3)}`).join(', '),
    )
  }
}
