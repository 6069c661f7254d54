import { mkdir, writeFile } from 'node:fs/promises'
import { Transformer } from '@napi-rs/image'
import { type Browser, chromium } from 'playwright'
import { getSandboxes } from '#contract/exchange-info.ts'
import { busyCustomer } from '#tests/builders/busy-customer.ts'
import { signUp } from '#tests/builders/customer.ts'
import { requireClient } from '../../src/scripts/build-client.ts'
import { CHROMIUM_ARGUMENTS, findChromium } from '../setup/chromium.ts'
import { dialog, press, settle, type Visit } from './screen.ts'
import { WORDS } from './screen-words.ts'
import { sessionCookies } from './session-cookies.ts'
import { startShotServer } from './shot-server.ts'

/**
 * Draws the pictures of the guide from the product's own screens: public/guide/<language>/<name>-<width>x<height>.webp,
 * and next to it <name>-dark-… for the dark theme.
 * Run it by hand when one of these screens has changed: `npm run draw-guide`, or with names of pictures for these alone.
 */
const VIEWPORT = { width: 360, height: 640 }
/** The page shows pictures up to 18 rem wide: this is twice as fine. */
const SCALE = 1.6
const QUALITY = 62
const BYTES_MAX = 40_000
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

const THEMES = { light: '', dark: '-dark' } as const

interface Look {
  readonly language: keyof typeof LANGUAGES
  readonly theme: keyof typeof THEMES
}

type Tokens = Readonly<Record<GuidePicture['who'], string | undefined>>

async function draw(browser: Browser, url: string, { language, theme }: Look, tokens: Tokens): Promise<void> {
  const wanted = process.argv.slice(2)
  for (const { name, who, path, reach } of PICTURES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const context = await browser.newContext({
      viewport: VIEWPORT,
      deviceScaleFactor: SCALE,
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
    const token = tokens[who]
    if (token !== undefined) await context.addCookies(sessionCookies({ token, url }))
    const page = await context.newPage()
    await page.goto(url + path)
    await page.locator('#main h1, #main h2').first().waitFor()
    await settle(page)
    await reach?.({ page, words: WORDS[language] })
    // The menu of a signed-in user comes after the page.
    if (token !== undefined) await page.locator('header [aria-expanded]').first().waitFor()
    await settle(page)
    const picture = await new Transformer(await page.screenshot({ caret: 'hide' })).webp(QUALITY)
    await context.close()
    if (picture.length > BYTES_MAX) throw new Error(`${name} in ${language} has ${picture.length} bytes`)
    const [width, height] = [VIEWPORT.width * SCALE, VIEWPORT.height * SCALE]
    await writeFile(`public/guide/${language}/${name}${THEMES[theme]}-${width}x${height}.webp`, picture)
    process.stdout.write(`${language} ${theme} ${name}: ${picture.length} bytes\n`)
  }
}

await requireClient()
const server = await startShotServer()
const executablePath = findChromium()
const browser = await chromium.launch({ args: CHROMIUM_ARGUMENTS, ...(executablePath ? { executablePath } : {}) })
try {
  const newcomer = await signUp(server.url)
  const customer = await busyCustomer(server.url)
  const tokens = { visitor: undefined, newcomer: newcomer.token, customer: customer.token }
  for (const language of ['fa', 'en'] as const) {
    await mkdir(`public/guide/${language}`, { recursive: true })
    for (const theme of ['light', 'dark'] as const) await draw(browser, server.url, { language, theme }, tokens)
  }
} finally {
  await browser.close()
  await server.stop()
}
