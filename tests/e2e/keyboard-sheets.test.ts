import { type Browser, expect, type Locator, type Page, test } from 'playwright/test'
import { busyCustomer } from '#tests/builders/busy-customer.ts'
import { type KeyboardSheet, SHEETS } from './keyboard-sheets.ts'
import { arrive, type Place } from './open-screen.ts'
import { proveBehindPage } from './prove.ts'
import { awaitStepBack, settle, type Visit } from './screen.ts'
import { wordsOf } from './screens.ts'
import { startWalkedServer, type WalkedServer } from './walked-server.ts'

/** The place of the focus: the open sheet, nothing (the browser's own bar), or the page below. Runs in the page. */
function placeOfFocus(): 'sheet' | 'nothing' | string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'nothing'
  return focused.closest('dialog[open]') ? 'sheet' : `behind: ${focused.outerHTML.slice(0, 120)}`
}

const STOPS_MAX = 40

/** Goes once around by Tab: every stop must be in the sheet. @returns the faults */
async function goAround(page: Page): Promise<string[]> {
  const places = new Set<string>()
  const inSheet = await page
    .locator('dialog[open]')
    .last()
    .locator('button:enabled, input:enabled, select:enabled, textarea:enabled, a[href]')
    .count()
  for (let stop = 0; stop < Math.min(inSheet + 3, STOPS_MAX); stop += 1) {
    await page.keyboard.press('Tab')
    places.add(await page.evaluate(placeOfFocus))
  }
  return [
    ...[...places].filter((place) => place.startsWith('behind')),
    ...(places.has('sheet') ? [] : ['nothing in the sheet takes the focus']),
  ]
}

/** The horizontal middle of each choice, in their order, and the index of the focused one. Runs in the page. */
function placesOfChoices(row: Element): { readonly places: number[]; readonly focused: number } {
  const choices = [...row.querySelectorAll('[role=radio]')]
  const places = choices.map((each) => each.getBoundingClientRect()).map(({ x, width }) => Math.round(x + width / 2))
  return { places, focused: choices.indexOf(document.activeElement ?? row) }
}

/** In each row of choices of the sheet, the left arrow moves left in either direction of writing; at the end it wraps around. */
async function pressArrows(page: Page): Promise<string[]> {
  const wrong: string[] = []
  for (const row of await page.locator('dialog[open] [role=radiogroup]').all()) {
    const chosen = row.locator('[role=radio][aria-checked=true]')
    if ((await chosen.count()) !== 1) continue
    await chosen.focus()
    const before = await row.evaluate(placesOfChoices)
    await page.keyboard.press('ArrowLeft')
    const after = await row.evaluate(placesOfChoices)
    const fromLeft = before.places.toSorted((left, right) => left - right)
    const at = fromLeft.indexOf(before.places[before.focused] ?? Number.NaN)
    const isLeft = before.places[after.focused] === fromLeft.at(at - 1)
    if (!isLeft) wrong.push(`the left arrow goes from ${before.focused} to ${after.focused} of ${before.places}`)
  }
  return wrong
}

/** Closes the sheet by Esc; a sheet that Esc does not close stays open, however often it is pressed. */
async function leave(visit: Visit, { closes }: KeyboardSheet): Promise<string[]> {
  const { page } = visit
  const sheet = page.locator('dialog[open]')
  await page.keyboard.press('Escape')
  if (closes) {
    // A browser asks the page only once before it closes a dialog itself.
    for (let more = 0; more < 2; more += 1) await page.keyboard.press('Escape')
    await settle(page)
    if (!(await sheet.first().isVisible())) return ['Esc closes what nobody has confirmed']
    for (const { on, key } of closes(visit)) {
      if (!(await tabTo(page, on))) return [`Tab does not reach ${on}`]
      await page.keyboard.press(key)
    }
  }
  await sheet.first().waitFor({ state: 'detached' })
  await awaitStepBack(page)
  return []
}

async function tabTo(page: Page, control: Locator): Promise<boolean> {
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return true
    await page.keyboard.press('Tab')
  }
  return false
}

interface Way {
  readonly before: KeyboardSheet | undefined
  readonly noteChoices: () => void
}

const placeOf = ({ who, path, prepare }: KeyboardSheet): Place => ({ who, path, reach: prepare })

async function walkSheet(visit: Visit, keyboardSheet: KeyboardSheet, { before, noteChoices }: Way): Promise<string[]> {
  const { page } = visit
  const { prepare, opener, key = 'Enter' } = keyboardSheet
  await arrive(page, placeOf(keyboardSheet), before && placeOf(before))
  await page.locator('#main h1').first().waitFor()
  await settle(page)
  await prepare?.(visit)
  await settle(page)
  const from = opener(visit)
  // A part of the page that fetches its words arrives late and takes the focus from the others.
  await expect(async () => {
    await from.focus()
    await settle(page)
    await expect(from).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press(key)
  await page.locator('dialog[open]').first().waitFor()
  await settle(page)
  if ((await page.locator('dialog[open] [role=radiogroup]').count()) > 0) noteChoices()
  const titles = await page.locator('dialog[open] h2').allTextContents()
  const wrong = [...(await goAround(page)), ...(await pressArrows(page)), ...(await leave(visit, keyboardSheet))]
  const isBack = await expect(from)
    .toBeFocused()
    .then(
      () => true,
      () => false,
    )
  if (!isBack) wrong.push(`the focus does not return: ${await page.evaluate(placeOfFocus)}`)
  return wrong.map((each) => `${each} (${titles})`)
}

const LANGUAGES = { fa: 'Ir', en: 'En' } as const

interface Turn {
  readonly language: keyof typeof LANGUAGES
  readonly sheets: readonly KeyboardSheet[]
}

/** Customers in Persian and operators in English: one piece of code, without regard to language, keeps and returns the focus. */
const OF_OPERATORS = SHEETS.filter(({ who }) => who === 'operator')
const OF_CUSTOMERS = SHEETS.filter(({ who }) => who !== 'operator')

async function openPage(browser: Browser, server: WalkedServer, language: keyof typeof LANGUAGES): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript((stored) => localStorage.setItem('language', stored), LANGUAGES[language])
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  return page
}

/** Walks the sheets of one side in one language. @returns the faults, and the sheets with rows of choices, whose arrows depend on the direction */
async function walkAll(page: Page, server: WalkedServer, { language, sheets }: Turn) {
  const problems: string[] = []
  const withChoices: KeyboardSheet[] = []
  let before: KeyboardSheet | undefined
  for (const sheet of sheets) {
    if (sheet.who !== before?.who) await server.comeAs(page.context(), sheet.who)
    const visit = { page, words: wordsOf(language) }
    const noteChoices = () => void withChoices.push(sheet)
    const found = await walkSheet(visit, sheet, { before, noteChoices }).catch((error: unknown) => [String(error)])
    before = found.length === 0 ? sheet : undefined
    problems.push(...found.map((problem) => `${language}, ${sheet.name}: ${problem}`))
  }
  return { problems, withChoices }
}

test('every sheet opens by a key, keeps the focus and gives it back when it is left, and arrows lead as they point in both languages', async ({
  browser,
}) => {
  test.setTimeout(1_200_000)
  const server = await startWalkedServer({ customer: busyCustomer, settings: { MARKET_MAKER: 'on' } })
  try {
    const [fa, en] = [await openPage(browser, server, 'fa'), await openPage(browser, server, 'en')]
    // Once for both: they share one session, and the code of one would replace that of the other.
    await server.comeAs(fa.context(), 'customer')
    await fa.goto('/profile/settings')
    await proveBehindPage(fa)
    // In parallel, since most of the time is waiting.
    const [customers, operators] = await Promise.all([
      walkAll(fa, server, { language: 'fa', sheets: OF_CUSTOMERS }),
      walkAll(en, server, { language: 'en', sheets: OF_OPERATORS }),
    ])
    const others = await Promise.all([
      walkAll(en, server, { language: 'en', sheets: customers.withChoices }),
      walkAll(fa, server, { language: 'fa', sheets: operators.withChoices }),
    ])
    expect([customers, operators, ...others].flatMap(({ problems }) => problems)).toEqual([])
    expect(others.flatMap(({ withChoices }) => withChoices).length).toBeGreaterThan(0)
    await Promise.all([fa, en].map((page) => page.context().close()))
  } finally {
    await server.stop()
  }
})
