import type { Page } from 'playwright/test'
import { forgetAnswers, isOfConsole, type Screen, type ScreenLanguage, settle } from './screen.ts'
import { WORDS } from './screen-words.ts'

/** A sheet that asks before it closes stays open after Esc; a busy machine takes its time for any other. */
const CLOSING_MS_MAX = 10_000
const LEADING_MS_MAX = 30_000
/** A page that shows nothing. */
const NOTHING = '/dummy'

/** The destination of a walk, and the steps there. */
export type Place = Pick<Screen, 'who' | 'path' | 'awaits' | 'outlasts'> & { readonly reach?: unknown }

interface Opening {
  readonly page: Page
  readonly language: ScreenLanguage
  readonly screen: Screen
  readonly before?: Place | undefined
}

/** Opens a screen and waits until it is still. */
export async function openScreen({ page, language, screen, before }: Opening): Promise<void> {
  await arrive(page, screen, before)
  await isThere(page, screen)
  if (!screen.reach) return
  await screen.reach({ page, words: WORDS[language] })
  await settle(page)
  await isThere(page, screen)
}

/** Waits until the screen is still and shows its heading: a part that has to fetch its words first hides the page around it. */
export async function isThere(page: Page, { bare }: Pick<Screen, 'bare'>): Promise<void> {
  await page
    .locator(bare ? '#main' : '#main h1, #main h2')
    .first()
    .waitFor()
  await settle(page)
}

/**
 * Goes to a page of the app. From the previous page, if it is still shown, the app itself navigates as its links do, unless something of
 * that page would remain: this takes a fraction of the time of a reload.
 */
export async function arrive(page: Page, next: Place, before: Place | undefined): Promise<void> {
  if (next.awaits) await awaitCode(page, next.awaits)
  const hadAnswers = await forgetAnswers(page)
  const isLed = !hadAnswers && before !== undefined && (await leadOn(page, before, next))
  if (!isLed) await page.goto(next.path)
}

/** Prepares an expected code, as the previous page leaves it. */
async function awaitCode(page: Page, twoStep: string): Promise<void> {
  await page.evaluate((step) => {
    const about = { mobileNumber: '09121234567', contact: '0912•••4567', expiresAt: Date.now() + 120_000 }
    sessionStorage.setItem('own:pending-code', JSON.stringify({ ...about, twoStep: step }))
  }, twoStep)
}

/** @returns whether the app navigated there */
async function leadOn(page: Page, before: Place, next: Place): Promise<boolean> {
  if (before.outlasts || next.awaits || before.who !== next.who || isOfConsole(before.path) !== isOfConsole(next.path))
    return false
  if (!(await closeSheets(page))) return false
  // A changed page would stay as it is if the next one has the same route.
  const isChanged = before.reach !== undefined && new URL(page.url()).pathname === next.path.split('?')[0]
  const ways = isChanged ? [NOTHING, next.path] : [next.path]
  return page.evaluate(leadTo, { ways, most: LEADING_MS_MAX }).catch(() => false)
}

/** Closes sheets by Esc, the uppermost first, with their entries of the history. @returns whether none is left */
export async function closeSheets(page: Page): Promise<boolean> {
  for (let open = await page.locator('dialog[open]').count(); open > 0; open -= 1) {
    if ((await page.locator('dialog[open][closedby=none]').count()) > 0) return false
    await page.keyboard.press('Escape')
    if (!(await hasOpen(page, open - 1))) return false
  }
  return hasOpen(page, 0)
}

function hasOpen(page: Page, most: number): Promise<boolean> {
  const isSo = (sheets: number) =>
    document.querySelectorAll('dialog[open]').length <= sheets && (sheets > 0 || !history.state?.sheets)
  return page.waitForFunction(isSo, most, { timeout: CLOSING_MS_MAX }).then(
    () => true,
    () => false,
  )
}

/** Runs in the page: its router navigates. @returns whether the last page is drawn */
async function leadTo({ ways, most }: { ways: string[]; most: number }): Promise<boolean> {
  const router = window.__TSR_ROUTER__
  if (!router) return false
  const late = new Promise<void>((done) => setTimeout(done, most))
  const isDrawn = () => {
    const { status, location, resolvedLocation } = router.state
    return status === 'idle' && resolvedLocation?.href === location.href
  }
  const lead = async () => {
    for (const href of ways) {
      await router.navigate({ href })
      while (!isDrawn()) await new Promise(requestAnimationFrame)
    }
  }
  await Promise.race([lead(), late])
  return isDrawn()
}
