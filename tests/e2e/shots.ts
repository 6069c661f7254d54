import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { busyCustomer } from '#tests/builders/busy-customer.ts'
import { requireClient } from '../../src/scripts/build-client.ts'
import { CHROMIUM_ARGUMENTS, requireChromium } from '../setup/chromium.ts'
import { openScreen } from './open-screen.ts'
import { type Screen, type ScreenLanguage, STORED_LANGUAGES, settle } from './screen.ts'
import { SCREENS } from './screens.ts'
import { startWalkedServer, type WalkedServer } from './walked-server.ts'

/** Draws every screen in both sizes, languages and themes into the ignored folder .shots. Arguments choose: a size, a language, a theme, a part of a name. */
const FOLDER = '.shots'
const SIZES = {
  small: { viewport: { width: 360, height: 780 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  tablet: { viewport: { width: 820, height: 1180 }, deviceScaleFactor: 1 },
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  wide: { viewport: { width: 2560, height: 1300 }, deviceScaleFactor: 1 },
} as const
const THEMES = ['dark', 'light'] as const
const STEP_MS_MAX = 15_000

type Size = keyof typeof SIZES

interface Look {
  readonly size: Size
  readonly language: ScreenLanguage
  readonly theme: (typeof THEMES)[number]
  readonly screens: readonly Screen[]
}

const isPhone = (size: Size) => size === 'small' || size === 'phone'

async function take(browser: Browser, server: WalkedServer, { size, language, theme, screens }: Look): Promise<void> {
  const context = await browser.newContext({
    ...SIZES[size],
    baseURL: server.url,
    locale: language === 'fa' ? 'fa-IR' : 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript(
    ([stored, mode]) => {
      localStorage.setItem('language', stored)
      localStorage.setItem('theme', mode)
    },
    [STORED_LANGUAGES[language], theme] as const,
  )
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_MS_MAX)
  for (const screen of screens) {
    if (screen.only && (screen.only === 'phone') !== isPhone(size)) continue
    await server.comeAs(context, screen.who)
    await openScreen({ page, language, screen }).catch((error: unknown) =>
      process.stdout.write(`${screen.name} (${size} ${language}): ${String(error).split('\n')[0]}\n`),
    )
    await showWhatIsNear(page)
    const name = screen.name.replace(/[^a-z0-9]+/gi, '-')
    const isSheet = (await page.locator('dialog[open]').count()) > 0
    await page.screenshot({ path: join(FOLDER, `${name}-${size}-${language}-${theme}.png`), fullPage: !isSheet })
  }
  await context.close()
}

/** Scrolls, so that the picture includes parts that load when the user comes near. */
async function showWhatIsNear(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top)
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    }
    scrollTo(0, 0)
  })
  await settle(page).catch(() => undefined)
}

/** The named items, or else the usual ones. */
function choose<Name extends string>(names: readonly Name[], usual: readonly Name[]): readonly Name[] {
  const named = names.filter((name) => process.argv.slice(2).includes(name))
  return named.length > 0 ? named : usual
}

const sizes = choose(['small', 'phone', 'tablet', 'desktop', 'wide'], ['phone', 'desktop'])
const languages = choose(['fa', 'en'], ['fa', 'en'])
const themes = choose(THEMES, THEMES)
const known = new Set<string>([...Object.keys(SIZES), ...Object.keys(STORED_LANGUAGES), ...THEMES])
const parts = process.argv.slice(2).filter((word) => !known.has(word))
const screens = SCREENS.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))

await requireClient()
const settings = { MARKET_MAKER: 'on', SANDBOX_TRADERS: 'on', PRICE_POLL_MS: '3000' }
const server = await startWalkedServer({ customer: busyCustomer, settings })
const browser = await chromium.launch({ args: CHROMIUM_ARGUMENTS, executablePath: await requireChromium() })
try {
  await mkdir(FOLDER, { recursive: true })
  for (const size of sizes)
    for (const language of languages)
      for (const theme of themes) {
        await take(browser, server, { size, language, theme, screens })
        process.stdout.write(`${size} ${language} ${theme}\n`)
      }
  process.stdout.write(`The pictures are in ${FOLDER}/\n`)
} finally {
  await browser.close()
  await server.stop()
}
