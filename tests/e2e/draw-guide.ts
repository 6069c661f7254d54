import { mkdir, writeFile } from 'node:fs/promises'
import { Transformer } from '@napi-rs/image'
import { type Browser, chromium } from 'playwright'
import { getSandboxes } from '#contract/exchange-info.ts'
import { busyCustomer } from '#tests/builders/busy-customer.ts'
import { signUp } from '#tests/builders/customer.ts'
import { requireClient } from '../../src/scripts/build-client.ts'
import { CHROMIUM_ARGUMENTS, requireChromium } from '../setup/chromium.ts'
import { dialog, press, settle, type Visit } from './screen.ts'
import { WORDS } from './screen-words.ts'
import { sessionCookies } from './session-cookies.ts'
import { startShotServer } from './shot-server.ts'

/**
 * Draws the pictures of the guide from the product's own screens: public/guide/<language>/<name>-<width>x<height>.webp,
 * and next to it <name>-dark-… for the dark theme; and the wide picture of the manifest, public/screenshots/<name>-<width>x<height>.webp.
 * Run it by hand when one of these screens has changed: `npm run draw-guide`, or with names of pictures for these alone.
 */
const SIZES = {
  /** The page shows pictures up to 18 rem wide: this is twice as fine. */
  guide: { viewport: { width: 360, height: 640 }, deviceScaleFactor: 1.6, bytesMax: 40_000 },
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, bytesMax: 90_000 },
} as const
const QUALITY = 62
const LANGUAGES = { fa: 'Ir', en: 'En' } as const

interface GuidePicture {
  readonly name: string
  readonly who: 'visitor' | 'newcomer' | 'customer'
  readonly path: string
  readonly reach?: (visit: Visit) => Promise<void>
}

const PICTURES: readonly GuidePicture[] = [
  {
    name: 'sign-up',
    who: 'visitor',
    path: '/sign-up',
    reach: async ({ page }) => {
      await page.locator('[name=mobileNumber]').fill('09121234567')
      await page.locator('[name=password]').fill('Kimia-1405')
      await page.locator('[name=password]').blur()
    },
  },
  {
    name: 'account',
    who: 'newcomer',
    path: '/profile/account',
    reach: async ({ page, words }) => {
      await page.getByRole('button', { name: words.account.country.abroad }).waitFor()
      await page.locator('[name=firstName]').waitFor()
    },
  },
  {
    name: 'deposit',
    who: 'customer',
    path: '/profile/wallet',
    reach: async ({ page, words }) => {
      await press(page, words.wallet.toman.deposit)
      await dialog(page).locator('[name=amount]').fill('5000000')
      await dialog(page).locator('[name=amount]').blur()
    },
  },
  {
    name: 'quick-trade',
    who: 'customer',
    path: '/profile/otc',
    reach: async ({ page }) => {
      await page.locator('[name=amount]').fill('0.5')
      await page.locator('form button[type=submit]:enabled').click()
      await dialog(page).waitFor()
    },
  },
  {
    name: 'order',
    who: 'customer',
    path: '/profile/trade/TOMAN/GOLD',
    reach: async ({ page, words }) => {
      const { form } = words.trade
      await page.getByRole('form', { name: form.title }).locator('[name=amount]').fill('0.5')
    },
  },
  {
    name: 'dashboard',
    who: 'customer',
    path: '/profile',
    reach: ({ page }) => page.locator('#main svg[role=img]').first().waitFor(),
  },
  {
    name: 'settings',
    who: 'customer',
    path: '/profile/settings',
    reach: ({ page, words }) => page.getByText(words.settings.twoStep.about.GOOGLE_AUTHENTICATOR).waitFor(),
  },
  { name: 'support', who: 'customer', path: '/profile/support' },
]

/** Browsers show them before the app is installed on a desktop; on a phone they show pictures of the guide. */
const WIDE_PICTURES: readonly GuidePicture[] = [
  {
    name: 'terminal',
    who: 'customer',
    path: '/profile/trade/TOMAN/GOLD',
    reach: async ({ page }) => {
      await page.locator('canvas').first().waitFor()
      // The bell and the star of the market come later than its price.
      await page.locator('#main button[aria-pressed]').first().waitFor()
    },
  },
]

const THEMES = { light: '', dark: '-dark' } as const

interface Look {
  readonly language: keyof typeof LANGUAGES
  readonly theme: keyof typeof THEMES
}

type Tokens = Readonly<Record<GuidePicture['who'], string | undefined>>

async function draw(browser: Browser, url: string, look: Look, tokens: Tokens): Promise<void> {
  for (const picture of PICTURES.filter(isWanted)) {
    const folder = `public/guide/${look.language}`
    await drawPicture(browser, url, { ...look, picture, size: 'guide', token: tokens[picture.who], folder })
  }
}

const isWanted = ({ name }: GuidePicture) => process.argv.length <= 2 || process.argv.slice(2).includes(name)

interface Drawn extends Look {
  readonly picture: GuidePicture
  readonly size: keyof typeof SIZES
  readonly token: string | undefined
  readonly folder: string
}

async function drawPicture(browser: Browser, url: string, drawn: Drawn): Promise<void> {
  const { language, theme, size, token, folder } = drawn
  const { name, path, reach } = drawn.picture
  const { viewport, deviceScaleFactor, bytesMax } = SIZES[size]
  const context = await browser.newContext({
    ...{ viewport, deviceScaleFactor },
    locale: language === 'fa' ? 'fa-IR' : 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript(
    ([stored, mode]) => {
      localStorage.setItem('language', stored)
      localStorage.setItem('theme', mode)
    },
    [LANGUAGES[language], theme] as const,
  )
  // The screens of a real exchange, without the line about sandboxes.
  await context.route(`**/api${getSandboxes.path}`, (call) => call.fulfill({ json: { content: [] } }))
  if (token !== undefined) await context.addCookies(sessionCookies({ token, url }))
  const page = await context.newPage()
  await page.goto(url + path)
  await page
    .locator('#main h1, #main h2')
    .first()
    .waitFor({ state: size === 'wide' ? 'attached' : 'visible' })
  await settle(page)
  await reach?.({ page, words: WORDS[language] })
  // The menu of a signed-in user comes after the page.
  if (token !== undefined) await page.locator('header [aria-expanded]').first().waitFor()
  await settle(page)
  const webp = await new Transformer(await page.screenshot({ caret: 'hide' })).webp(QUALITY)
  await context.close()
  if (webp.length > bytesMax) throw new Error(`${name} in ${language} has ${webp.length} bytes`)
  const [width, height] = [viewport.width * deviceScaleFactor, viewport.height * deviceScaleFactor]
  const suffix = size === 'guide' ? THEMES[theme] : ''
  await writeFile(`${folder}/${name}${suffix}-${width}x${height}.webp`, webp)
  process.stdout.write(`${language} ${theme} ${name}: ${webp.length} bytes\n`)
}

await requireClient()
const server = await startShotServer()
const browser = await chromium.launch({ args: CHROMIUM_ARGUMENTS, executablePath: await requireChromium() })
try {
  const newcomer = await signUp(server.url)
  const customer = await busyCustomer(server.url)
  const tokens = { visitor: undefined, newcomer: newcomer.token, customer: customer.token }
  for (const language of ['fa', 'en'] as const) {
    await mkdir(`public/guide/${language}`, { recursive: true })
    for (const theme of ['light', 'dark'] as const) await draw(browser, server.url, { language, theme }, tokens)
  }
  const folder = 'public/screenshots'
  await mkdir(folder, { recursive: true })
  for (const picture of WIDE_PICTURES.filter(isWanted)) {
    const look = { language: 'fa', theme: 'dark', size: 'wide', token: tokens[picture.who] } as const
    await drawPicture(browser, server.url, { ...look, picture, folder })
  }
} finally {
  await browser.close()
  await server.stop()
}
