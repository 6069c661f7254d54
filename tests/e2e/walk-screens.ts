import { readFile } from 'node:fs/promises'
import type { Browser, CDPSession, Page } from 'playwright/test'
import { beginAnew, feltOn, SHIFT_MAX, watchPage } from '#tests/bench/web-page.ts'
import { findBarriers } from './barriers.ts'
import { chooseKind } from './choose-kind.ts'
import { lastingMisfits } from './fit.ts'
import { checkLayout } from './layout.ts'
import { closeSheets, isThere, openScreen } from './open-screen.ts'
import { type Screen, type ScreenLanguage, STORED_LANGUAGES, settle, type Visit } from './screen.ts'
import { SCREENS } from './screens.ts'
import type { WalkedServer } from './walked-server.ts'

const NARROW = [320, 360, 390, 820] as const
const WIDE = [1280, 1920, 2560] as const
const PHONE_PX = 360
const HEIGHT = 800
const STEP_MS_MAX = 60_000
/** A walk spends most of its time waiting; a busy machine doubles it. */
export const WALK_MS_MAX = 1_800_000
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
/** Only a barrier found every time counts. */
const LOOKS_AGAIN = 2
/** Enough to correct the first faults. */
const REPORTED_PER_LOOK = 6

const BITCOIN = '/profile/trade/TOMAN/BITCOIN'

const HAS_EVEN_SEED = Number(process.env.TEST_SEED ?? 0) % 2 === 0
/** The language of the first screen. The seed of the run decides it, so that each screen is opened in both, in one run or another. */
const FIRST: ScreenLanguage = HAS_EVEN_SEED ? 'fa' : 'en'

type Theme = 'dark' | 'light'
/** The widths at which axe reads a screen: a Persian phone and an English desktop. */
const AXE_AT = { fa: PHONE_PX, en: 1280 } as const satisfies Record<ScreenLanguage, number>
/** The themes in which it does, the first by all rules and the second for its colours. Both forms of a screen have the same colours. */
const AXE_IN = { fa: ['dark', 'light'], en: [HAS_EVEN_SEED ? 'light' : 'dark'] } as const satisfies Record<
  ScreenLanguage,
  readonly Theme[]
>

const OWN_SCREENS: readonly Screen[] = [
  { name: 'markets in Tether', who: 'visitor', path: '/markets', reach: chooseTether },
  { name: 'trade: limit order', who: 'customer', path: BITCOIN, reach: proposeLimitOrder },
  { name: 'trade: own history', who: 'customer', path: BITCOIN, reach: showOwnHistory },
  { name: 'history without a trade', who: 'newcomer', path: '/profile/history' },
]

/**
 * The market order needs its own balance, the limit order above covers its screen, and the question about an unknown outcome that about a far price.
 * The others have no layout of their own, or one that no width of the walk changes.
 */
const LEFT_OUT = new Set([
  'trade: confirmation',
  'trade: a price far from the market',
  'trade: the invitation to install',
  'trade: the chart on the whole screen',
  'trade: a market outside its hours',
  'quick trade of a liquidity provider',
])

/** The screens sorted by person; the walk signs in again for each person. */
const ALL: readonly Screen[] = [
  ...SCREENS.filter(({ name }) => !LEFT_OUT.has(name)).map((screen) => ({
    ...screen,
    path: screen.path.replace('TOMAN/GOLD', 'TOMAN/BITCOIN'),
  })),
  ...OWN_SCREENS,
].toSorted((one, other) => one.who.localeCompare(other.who))

async function chooseTether({ page }: Visit): Promise<void> {
  const tether = page.locator('#main [role=radiogroup] [role=radio]').nth(1)
  if (await tether.isVisible()) await tether.click()
}

async function proposeLimitOrder({ page, words }: Visit): Promise<void> {
  // The draft of an earlier screen may be of another kind.
  await chooseKind(page.getByRole('form', { name: words.trade.form.title }), 'LIMIT', words.trade.form.kind)
  await page.locator('[name=unitPrice]').fill('765432109000')
  await page.locator('[name=amount]').fill('0.00012345')
  await page.locator('form button[type=submit]:enabled').last().click()
  await page.getByRole('dialog').last().getByText(words.trade.confirm.yes.BUY, { exact: true }).waitFor()
}

async function showOwnHistory({ page, words }: Visit): Promise<void> {
  await page.getByRole('tab', { name: words.trade.orders.history, exact: true }).click()
}

interface Walk {
  readonly page: Page
  readonly resize: (width: number) => Promise<void>
}

interface Sight {
  readonly screen: Screen
  readonly widths: readonly number[]
  readonly language: ScreenLanguage
}

interface WalkOptions {
  readonly browser: Browser
  readonly server: WalkedServer
  /** Which of the addresses to walk. */
  readonly isWalked: (path: string) => boolean
}

/**
 * Opens each screen once, widens it, and widens it again in the other language, in which the next screen is opened: opening takes longer than all
 * widths. Returns the faults, and the routes of these addresses that no screen shows.
 */
export async function walkScreens({ browser, server, isWalked }: WalkOptions) {
  const { url: baseURL } = server
  const origins = [{ origin: baseURL, localStorage: [{ name: 'language', value: STORED_LANGUAGES[FIRST] }] }]
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_MS_MAX)
  await watchPage(page)
  const resize = resizer(page, await context.newCDPSession(page))
  const problems: string[] = []
  const visited = new Set<string>()
  let language = FIRST
  let before: Screen | undefined
  for (const screen of ALL.filter(({ path }) => isWalked(path))) {
    if (screen.who !== before?.who) await server.comeAs(context, screen.who)
    const forms = widthsOf(screen)
    for (const widths of forms) {
      // A sheet that another width removes would step back in the history and end the next screen.
      await closeSheets(page)
      await resize(widths[0] ?? 0)
      if (before) await beginAnew(page)
      const lost = await openScreen({ page, language, screen, before }).then(
        () => [],
        (error: unknown) => [String(error)],
      )
      // The other form of the screen is opened again.
      before = lost.length === 0 && widths === forms.at(-1) ? screen : undefined
      for (const address of [screen.path, page.url()]) visited.add(new URL(address, baseURL).pathname)
      const note = (found: readonly string[]) =>
        problems.push(...found.map((each) => `${language}, ${screen.name} (${page.url()}): ${each}`))
      note([...lost, ...(await findShift(page, screen))])
      note(await measure({ page, resize }, { screen, widths, language }))
      language = language === 'fa' ? 'en' : 'fa'
      await switchLanguage(page, language)
      await isThere(page, screen)
      note(await measure({ page, resize }, { screen, widths, language }))
    }
  }
  await context.close()
  const routes = await readRoutes()
  const shown = new Set([...visited].map((path) => routeOf(path, routes)))
  return {
    problems,
    walked: routes.filter(isWalked),
    missed: routes.filter((route) => isWalked(route) && !shown.has(route)),
  }
}

/** Switches the language of the page as a switch in another tab does; a page that has not started yet starts in it. */
async function switchLanguage(page: Page, language: ScreenLanguage): Promise<void> {
  await page.waitForFunction(
    ({ lang, stored }) => {
      if (document.documentElement.lang === lang) return true
      localStorage.setItem('language', stored)
      dispatchEvent(new StorageEvent('storage'))
      return false
    },
    { lang: language, stored: STORED_LANGUAGES[language] },
  )
}

/** Whether parts of the page have moved since it was opened. What a press opens may move them. */
async function findShift(page: Page, { reach }: Screen): Promise<string[]> {
  const { shift, moved } = await feltOn(page)
  return reach || shift <= SHIFT_MAX ? [] : [`its parts moved by ${shift.toFixed(3)}: ${moved.join(', ')}`]
}

/** The trade page changes its form from a width on, so it is opened for each form. */
function widthsOf({ only, path }: Screen): readonly (readonly number[])[] {
  if (only === 'phone') return [NARROW]
  if (only === 'desktop') return [WIDE]
  return path === BITCOIN ? [NARROW, WIDE] : [[...NARROW, ...WIDE]]
}

/** A narrow screen has touch, a wide one a mouse. */
function resizer(page: Page, devtools: CDPSession): Walk['resize'] {
  let wasTouched = false
  return async (width) => {
    const enabled = NARROW.some((narrow) => narrow === width)
    if (enabled !== wasTouched) await devtools.send('Emulation.setTouchEmulationEnabled', { enabled })
    wasTouched = enabled
    await page.setViewportSize({ width, height: HEIGHT })
  }
}

/** The faults of the page as it is now, at each width. */
async function measure({ page, resize }: Walk, { screen, widths, language }: Sight): Promise<string[]> {
  const problems: string[] = []
  for (const width of widths) {
    await resize(width)
    const found = (await lastingMisfits(page)).slice(0, REPORTED_PER_LOOK)
    // English on a phone adds only its longer words, and none for operators.
    if (width === PHONE_PX && (language === 'fa' || screen.who !== 'operator'))
      found.push(...(await checkLayout(page, { language, isPhone: true })))
    if (AXE_AT[language] === width) found.push(...(await checkBarriers(page, screen, AXE_IN[language])))
    problems.push(...found.map((each) => `at ${width} px ${each}`))
  }
  return problems
}

/** The barriers in the first of these themes, and those by colours in the others. */
async function checkBarriers(page: Page, screen: Screen, themes: readonly Theme[]): Promise<string[]> {
  const found: string[] = []
  for (const [place, theme] of themes.entries()) {
    await showIn(page, theme)
    const some = place === 0 ? await allBarriers(page, screen) : await findBarriers(page, { only: OF_COLOURS })
    found.push(...some.map((each) => `${theme}: ${each}`))
  }
  await showIn(page, 'dark')
  return found
}

async function showIn(page: Page, theme: Theme): Promise<void> {
  const other = theme === 'dark' ? 'light' : 'dark'
  const isChanged = await page.evaluate((names) => document.documentElement.classList.replace(...names), [
    other,
    theme,
  ] as const)
  if (isChanged) await settle(page)
}

async function allBarriers(page: Page, screen: Screen): Promise<string[]> {
  const look = () => findBarriers(page, { without: screen.bare ? ['page-has-heading-one'] : [] })
  let found = await look()
  // On a busy machine a part may arrive during the check and hide the heading for a moment.
  for (let again = 0; found.length > 0 && again < LOOKS_AGAIN; again += 1) {
    await isThere(page, screen)
    found = await look()
  }
  return found
}

/** Every address of the app, such as "/market/$coin/$sourceCoin"; those of the console are next to the generated tree. */
async function readRoutes(): Promise<string[]> {
  const tree = await readFile('src/client/app/route-tree.gen.ts', 'utf8')
  const table = /interface FileRoutesByFullPath \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  const generated = [...table.matchAll(/'([^']+)':/g)].map(([, route = '']) => route)
  const console = await readFile('src/client/routes/-operations/routes.ts', 'utf8')
  const rooms = [...console.matchAll(/path: '([^']+)'/g)].map(([, route = '']) => `/operations/${route}`)
  return [...generated, ...rooms].filter((route) => route.length <= 2 || !/\/\$?$/.test(route))
}

/** The route that shows an address: of all that match, the one with the fewest parameters. */
function routeOf(path: string, routes: readonly string[]): string | undefined {
  const gapsIn = (route: string) => (route === '/$' ? Number.POSITIVE_INFINITY : route.split('$').length)
  const fits = (route: string) =>
    new RegExp(`^${route.replace(/\/\$$/, route === '/$' ? '/.+' : '/[^/]+').replace(/\$\w+/g, '[^/]+')}$`).test(path)
  return routes.filter(fits).toSorted((left, right) => gapsIn(left) - gapsIn(right))[0]
}
