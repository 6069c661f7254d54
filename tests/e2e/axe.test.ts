import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Page, test } from 'playwright/test'
import { busyCustomer } from '#tests/builders/busy-customer.ts'
import { sendAccountForm, signUp } from '#tests/builders/customer.ts'
import { checkLayout, type Look } from './layout.ts'
import type { Who } from './screen.ts'
import { openScreen, SCREENS } from './screens.ts'
import { PICTURE } from './walk.ts'

const PHONE = { width: 360, height: 780 }
const DESKTOP = { width: 1440, height: 900 }
/** A walk waits for most of its time; a busy machine doubles it. */
const WALK_MS_MAX = 1_200_000

/** Both sizes and both languages; each with both themes. English on the phone adds only its longer words. */
const LOOKS = [
  { size: 'phone', language: 'fa', viewport: PHONE, check: checkAll },
  { size: 'desktop', language: 'en', viewport: DESKTOP, check: checkAll },
  { size: 'phone', language: 'en', viewport: PHONE, check: checkLayout },
] as const

type Tokens = Readonly<Record<Who, string | undefined>>

async function comeAs(context: BrowserContext, { token, url }: { token: string | undefined; url: string }) {
  await context.clearCookies()
  if (token) await context.addCookies([{ name: 'kimia_session', value: token, url }])
}

function checkAll(page: Page, look: Look): Promise<string[]> {
  return Promise.all([checkLayout(page, look), checkAxe(page)]).then((found) => found.flat())
}

/** What axe finds in the dark theme, and what is wrong with the colours of the light one. */
async function checkAxe(page: Page): Promise<string[]> {
  // All frames are our own: one page is enough to work it out.
  const builder = () => new AxeBuilder({ page }).setLegacyMode(true)
  const dark = await builder().analyze()
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

/** Every screen in one look, one after the other: what is wrong, by the name of the screen. */
async function walk(
  browser: Browser,
  { url, tokens, look }: { url: string; tokens: Tokens; look: (typeof LOOKS)[number] },
) {
  const { size, language, viewport, check } = look
  const isPhone = size === 'phone'
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript((stored) => localStorage.setItem('language', stored), language === 'fa' ? 'Ir' : 'En')
  const problems: string[] = []
  const page = await context.newPage()
  for (const screen of SCREENS) {
    if (screen.only && screen.only !== size) continue
    await comeAs(context, { token: tokens[screen.who], url })
    const lost = await openScreen({ page, language, screen }).then(
      () => [],
      (error: unknown) => [String(error)],
    )
    const found = [...lost, ...(await check(page, { language, isPhone }))]
    problems.push(...found.map((problem) => `${size}, ${language}, ${screen.name}: ${problem}`))
  }
  await context.close()
  return problems
}

test('no screen has a barrier, in either size, language and theme', async ({ browser, baseURL }) => {
  test.setTimeout(WALK_MS_MAX)
  const url = baseURL ?? ''
  const [newcomer, customer] = [await signUp(url), await busyCustomer(url)]
  const awaiting = await signUp(url)
  await sendAccountForm(url, awaiting, new Uint8Array(await readFile(PICTURE)))
  const own = { newcomer: newcomer.token, awaiting: awaiting.token, customer: customer.token }
  const tokens = { visitor: undefined, ...own }
  // Side by side: most of the time goes into waiting.
  const problems = await Promise.all(LOOKS.map((look) => walk(browser, { url, tokens, look })))
  expect(problems.flat()).toEqual([])
})
