import type { BrowserContext, Page } from 'playwright/test'
import type { WORDS } from './screen-words.ts'

export type ScreenLanguage = keyof typeof WORDS
/** Nobody; somebody who has only signed up; somebody whose identity code is awaited; somebody who has traded; somebody who works here. */
export type Who = 'visitor' | 'newcomer' | 'awaiting' | 'customer' | 'operator'

export interface Visit {
  readonly page: Page
  readonly words: (typeof WORDS)[ScreenLanguage]
}

export interface Screen {
  readonly name: string
  readonly who: Who
  readonly path: string
  /** What only the phone has, or only the desktop. */
  readonly only?: 'phone' | 'desktop'
  /** A login or sign-up is under way, and this step of it is awaited. */
  readonly awaits?: 'SMS' | 'EMAIL' | 'GOOGLE_AUTHENTICATOR'
  /** It has no heading. */
  readonly bare?: boolean
  /** What it does to the page outlasts it: the next screen begins with a page of its own. */
  readonly outlasts?: boolean
  /** From the page to what is meant, such as a sheet. */
  readonly reach?: (visit: Visit) => Promise<void>
}

/**
 * Nothing behind a sheet is blurred on the pages of this context. Without a graphics card each frame is blurred anew, which took four fifths of
 * the work behind a press of Tab, and no layout, focus or colour depends on it.
 */
export const leaveUnblurred = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const style = new CSSStyleSheet()
    style.replaceSync('::backdrop { backdrop-filter: none !important }')
    document.adoptedStyleSheets.push(style)
  })

export const dialog = (page: Page) => page.getByRole('dialog').first()
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

/** Waits until the page stands still: letters and rows are there, and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(standsStill)
}

/** A sheet that has closed takes its entry out of the history by a step back, which would end the next page on its way. */
export async function awaitStepBack(page: Page): Promise<void> {
  await page.waitForFunction(() => !history.state?.sheets)
}

const preparedAnswers = new WeakSet<Page>()

/** What only a device with a screen lock, or somebody's proof, would have the server answer. */
export async function answer({ page }: Pick<Visit, 'page'>, path: string, json: object, status = 200): Promise<void> {
  preparedAnswers.add(page)
  await page.route(`**/api${path}`, (route) => route.fulfill({ status, json }))
}

/** From here on the server itself answers; what is under way ends with its page. @returns whether anything was prepared */
export async function forgetAnswers(page: Page): Promise<boolean> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return preparedAnswers.delete(page)
}

/** Opens the page once more, on answers that were prepared meanwhile, and waits until it stands still. */
export async function reopen(page: Page): Promise<void> {
  await page.reload()
  await page.locator('#main h1').first().waitFor()
  await settle(page)
}

/** Two frames later nothing is waited for, and what fades has faded: in the middle of it a colour has another contrast. Runs in the page. */
async function standsStill(): Promise<boolean> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const isWaiting = '[role=status][aria-label], [aria-busy=true]'
  // What lies behind a sheet may wait for its answer.
  const shown = [...document.querySelectorAll('dialog, #main')].at(-1)
  if (document.fonts.status !== 'loaded' || shown?.querySelector(isWaiting)) return false
  const finite = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(finite.map((each) => each.finished))
  return true
}
