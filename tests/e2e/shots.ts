import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { getTomanPrices } from '#contract/coins.ts'
import { quickBuy } from '#contract/exchange.ts'
import { getOrderBook } from '#contract/markets.ts'
import { placeBuyOrder, placeSellOrder } from '#contract/orders.ts'
import { type Customer, payIn, signUp, verifyIdentity } from '#tests/builders/customer.ts'
import { CHROMIUM_ARGUMENTS } from '../setup/chromium-arguments.ts'
import { findChromium } from '../setup/find-chromium.ts'
import { freePort } from '../setup/free-port.ts'

/** Every screen in both sizes, languages and themes, into the ignored folder .shots. */
const FOLDER = '.shots'
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
} as const
const LANGUAGES = { fa: 'Ir', en: 'En' } as const
const THEMES = ['dark', 'light'] as const

const PUBLIC_SCREENS = {
  home: '/',
  markets: '/markets',
  login: '/login',
  'sign-up': '/sign-up',
  terms: '/terms',
} as const

const OWN_SCREENS = {
  dashboard: '/profile',
  account: '/profile/account',
  otc: '/profile/otc',
  wallet: '/profile/wallet',
  trade: '/profile/trade/TOMAN/GOLD',
  history: '/profile/history',
} as const

const SETTLE_MS = 1_800
const SCROLL_STEP = 600

/** Somebody who has done everything once, so that no list is empty. */
async function busyCustomer(url: string): Promise<Customer> {
  const customer = await signUp(url)
  await verifyIdentity(url, customer, new Uint8Array(await readFile('public/icons/icon-512.png')))
  for (const toman of ['100000000', '100000000']) await payIn(customer, toman)
  const gold = { marketType: 'GOLD_TOMAN', amount: '4' }
  const prices = await customer.ask(getTomanPrices, {})
  const unitPrice = prices.content.find(({ destCoinSymbol }) => destCoinSymbol === 'GOLD')?.buyPrice ?? '0'
  const totalPrice = String(BigInt(unitPrice) * 4n)
  await customer.ask(quickBuy, { body: { ...gold, orderType: 'EXCHANGE_BUY', unitPrice, totalPrice } })
  const { baseDTO: book } = await customer.ask(getOrderBook, { query: { marketType: 'GOLD_TOMAN' } })
  const bid = book.buyOrderBook.at(4)?.unitPrice
  const ask = book.sellOrderBook.at(4)?.unitPrice
  if (!bid || !ask) throw new Error('the market maker has not quoted yet')
  await customer.ask(placeBuyOrder, {
    body: { ...gold, orderType: 'LIMITED_BUY', amount: '1.25', unitPrice: bid },
  })
  await customer.ask(placeSellOrder, {
    body: { ...gold, orderType: 'LIMITED_SELL', amount: '0.75', unitPrice: ask },
  })
  await customer.ask(placeBuyOrder, {
    body: { marketType: 'TETHER_TOMAN', orderType: 'MARKET_BUY', amount: '250' },
  })
  return customer
}

interface Look {
  readonly size: keyof typeof SIZES
  readonly language: keyof typeof LANGUAGES
  readonly theme: (typeof THEMES)[number]
  readonly screens: Readonly<Record<string, string>>
  readonly token: string | undefined
}

async function take(browser: Browser, url: string, { size, language, theme, screens, token }: Look): Promise<void> {
  const context = await browser.newContext({ ...SIZES[size], locale: language === 'fa' ? 'fa-IR' : 'en-GB' })
  await context.addInitScript(
    ([stored, mode]) => {
      localStorage.setItem('language', stored)
      localStorage.setItem('theme', mode)
    },
    [LANGUAGES[language], theme] as const,
  )
  if (token) await context.addCookies([{ name: 'kimia_session', value: token, url }])
  const page = await context.newPage()
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(url + path)
    await sleep(SETTLE_MS)
    await scrollThrough(page)
    await page.screenshot({ path: join(FOLDER, `${name}-${size}-${language}-${theme}.png`), fullPage: true })
  }
  await context.close()
}

/** What loads when it comes near is in the picture too. */
async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += SCROLL_STEP) {
    await page.evaluate((to) => scrollTo(0, to), top)
    await sleep(100)
  }
  await page.evaluate(() => scrollTo(0, 0))
  await sleep(300)
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'kimia-shots-'))
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    REQUESTS_PER_MINUTE_MAX: '0',
    CODES_PER_ADDRESS_MAX: '1000',
  }
  const server = spawn(process.execPath, ['src/server/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 240; tries += 1) {
    const answer = await fetch(`${url}/api/orders/order-book?marketType=GOLD_TOMAN`).catch(() => undefined)
    // The pictures want a book that is alive.
    if (answer?.ok && (await answer.text()).includes('"volume"')) return { url, stop }
    await sleep(250)
  }
  await stop()
  throw new Error('the server did not come up with a live book within a minute')
}

const server = await startServer()
const executablePath = findChromium()
const browser = await chromium.launch({ args: CHROMIUM_ARGUMENTS, ...(executablePath ? { executablePath } : {}) })
try {
  await mkdir(FOLDER, { recursive: true })
  const visitor = await signUp(server.url)
  const customer = await busyCustomer(server.url)
  for (const size of ['phone', 'desktop'] as const)
    for (const language of ['fa', 'en'] as const)
      for (const theme of THEMES) {
        const look = { size, language, theme }
        await take(browser, server.url, { ...look, screens: PUBLIC_SCREENS, token: undefined })
        await take(browser, server.url, { ...look, screens: OWN_SCREENS, token: customer.token })
        await take(browser, server.url, {
          ...look,
          screens: { 'account-new': '/profile/account', gate: '/profile' },
          token: visitor.token,
        })
        process.stdout.write(`${size} ${language} ${theme}\n`)
      }
  process.stdout.write(`The pictures are in ${FOLDER}/\n`)
} finally {
  await browser.close()
  await server.stop()
}
