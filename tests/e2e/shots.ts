import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { busyCustomer } from '#tests/builders/busy-customer.ts'
import { signUp } from '#tests/builders/customer.ts'
import { requireClient } from '../../src/scripts/build-client.ts'
import { CHROMIUM_ARGUMENTS, findChromium } from '../setup/chromium.ts'
import { startShotServer } from './shot-server.ts'

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
  invite: '/profile/invite',
  support: '/profile/support',
} as const

const SETTLE_MS = 1_800
const SCROLL_STEP = 600

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

await requireClient()
const server = await startShotServer()
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
