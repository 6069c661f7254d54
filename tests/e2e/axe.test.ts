import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from 'playwright/test'
import { busyCustomer } from '#tests/builders/busy-customer.ts'
import { checkLayout, type Look } from './layout.ts'
import type { Screen } from './screen.ts'
import { openScreen, SCREENS } from './screens.ts'
import { startWalkedServer, type WalkedServer } from './walked-server.ts'

const PHONE = { width: 360, height: 780 }
const DESKTOP = { width: 1440, height: 900 }
/** A walk waits for most of its time; a busy machine doubles it. */
const WALK_MS_MAX = 1_800_000
const STEP_MS_MAX = 60_000

/** Both sizes and both languages; each with both themes. English on the phone adds only its longer words, and no operator's. */
const LOOKS = [
  { size: 'phone', language: 'fa', viewport: PHONE, check: checkAll },
  { size: 'desktop', language: 'en', viewport: DESKTOP, check: checkAll },
  { size: 'phone', language: 'en', viewport: PHONE, check: checkLayout, leavesOut: 'operator' },
] as const satisfies readonly object[]

function checkAll(page: Page, look: Look, screen: Screen): Promise<string[]> {
  return Promise.all([checkLayout(page, look), checkAxe(page, screen)]).then((found) => found.flat())
}

/** What axe finds in the dark theme, and what is wrong with the colours of the light one. */
async function checkAxe(page: Page, { bare }: Screen): Promise<string[]> {
  // All frames are our own: one page is enough to work it out.
  const builder = () => new AxeBuilder({ page }).setLegacyMode(true)
  const dark = await builder()
    .disableRules(bare ? ['page-has-heading-one'] : [])
    .analyze()
  await page.evaluate(() => document.documentElement.classList.replace('dark', 'light'))
  const light = await builder().withRules(['color-contrast', 'link-in-text-block']).analyze()
  return [
    ...dark.violations.map((violation) => ({ violation, theme: 'dark' })),
    ...light.violations.map((violation) => ({ violation, theme: 'light' })),
  ].flatMap(({ violation: { id, nodes }, theme }) =>
    nodes.map(
      ({ target, html, any }) => `${id} (${theme}): ${target.join(' ')} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`,
    ),
  )
}

interface Walk {
  readonly server: WalkedServer
  readonly look: (typeof LOOKS)[number]
  /** Addresses that were opened, and that the screens led to. */
  readonly visited: Set<string>
}

/** Every screen in one look, one after the other: what is wrong, by the name of the screen. */
async function walk(browser: Browser, { server, look, visited }: Walk) {
  const { size, language, viewport, check } = look
  const isPhone = size === 'phone'
  const context = await browser.newContext({
    baseURL: server.url,
    viewport,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript((stored) => localStorage.setItem('language', stored), language === 'fa' ? 'Ir' : 'En')
  const problems: string[] = []
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_MS_MAX)
  for (const screen of SCREENS) {
    if ((screen.only && screen.only !== size) || ('leavesOut' in look && screen.who === look.leavesOut)) continue
    await server.comeAs(context, screen.who)
    const lost = await openScreen({ page, language, screen }).then(
      () => [],
      (error: unknown) => [String(error)],
    )
    for (const address of [screen.path, page.url()]) visited.add(new URL(address, server.url).pathname)
    const found = [...lost, ...(await check(page, { language, isPhone }, screen))]
    problems.push(...found.map((problem) => `${size}, ${language}, ${screen.name}: ${problem}`))
  }
  await context.close()
  return problems
}

/** Every address that the app has, such as "/market/$coin/$sourceCoin"; those of the console are beside the generated tree. */
async function readRoutes(): Promise<string[]> {
  const tree = await readFile('src/client/app/route-tree.gen.ts', 'utf8')
  const table = /interface FileRoutesByFullPath \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  const generated = [...table.matchAll(/'([^']+)':/g)].map(([, route = '']) => route)
  const console = await readFile('src/client/routes/-operations/routes.ts', 'utf8')
  const rooms = [...console.matchAll(/path: '([^']+)'/g)].map(([, route = '']) => `/operations/${route}`)
  return [...generated, ...rooms].filter((route) => route.length <= 2 || !/\/\$?$/.test(route))
}

/** The route that shows an address: of all that fit, the one with the fewest gaps. */
function routeOf(path: string, routes: readonly string[]): string | undefined {
  const gapsIn = (route: string) => (route === '/$' ? Number.POSITIVE_INFINITY : route.split('$').length)
  const fits = (route: string) =>
    new RegExp(`^${route.replace(/\/\$$/, route === '/$' ? '/.+' : '/[^/]+').replace(/\$\w+/g, '[^/]+')}$`).test(path)
  return routes.filter(fits).toSorted((left, right) => gapsIn(left) - gapsIn(right))[0]
}

test('no screen has a barrier, in either size, language and theme, and no route is without a screen', async ({
  browser,
}) => {
  test.setTimeout(WALK_MS_MAX)
  const settings = { MARKET_MAKER: 'on', PRICE_POLL_MS: '3000' }
  const server = await startWalkedServer({ customer: busyCustomer, settings })
  try {
    const visited = new Set<string>()
    // Side by side: most of the time goes into waiting.
    const problems = await Promise.all(LOOKS.map((look) => walk(browser, { server, look, visited })))
    expect(problems.flat()).toEqual([])
    const routes = await readRoutes()
    expect(routes.length).toBeGreaterThan(50)
    const shown = new Set([...visited].map((path) => routeOf(path, routes)))
    expect(routes.filter((route) => !shown.has(route))).toEqual([])
  } finally {
    await server.stop()
  }
})
