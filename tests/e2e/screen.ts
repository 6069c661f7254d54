import type { Page } from 'playwright/test'
import type { WORDS } from './screen-words.ts'

export type ScreenLanguage = keyof typeof WORDS
/** The names under which the device stores the languages. */
export const STORED_LANGUAGES = { fa: 'Ir', en: 'En' } as const satisfies Record<ScreenLanguage, string>
/**
 * A visitor; a user who has only signed up; a user with an expected identity code; a user who has traded; a liquidity provider; an operator.
 */
export type Who = 'visitor' | 'newcomer' | 'awaiting' | 'customer' | 'supervisor' | 'operator'

export interface Visit {
  readonly page: Page
  readonly words: (typeof WORDS)[ScreenLanguage]
}

export interface Screen {
  readonly name: string
  readonly who: Who
  readonly path: string
  /** The only device that has this screen. */
  readonly only?: 'phone' | 'desktop'
  /** A login or sign-up is in progress and expects this step. */
  readonly awaits?: 'SMS' | 'EMAIL' | 'GOOGLE_AUTHENTICATOR'
  /** True for a screen without a heading. */
  readonly bare?: boolean
  /** True if its effect on the page persists: the next screen begins on a new page. */
  readonly outlasts?: boolean
  /** Goes from the page to the screen itself, such as a sheet. */
  readonly reach?: (visit: Visit) => Promise<void>
}

/** Whether an address is one of the operators' console. */
export const isOfConsole = (path: string): boolean => path.startsWith('/operations')

export const dialog = (page: Page) => page.getByRole('dialog').first()
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

/** Waits until the page is still: letters and rows are drawn, and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(standsStill)
}

/** A closed sheet removes its entry of the history by a step back, which would end the next page while it loads. */
export async function awaitStepBack(page: Page): Promise<void> {
  await page.waitForFunction(() => !history.state?.sheets)
}

const preparedAnswers = new WeakSet<Page>()

/** Prepares an answer that the server would give only with a device's screen lock or a user's proof. */
export async function answer({ page }: Pick<Visit, 'page'>, path: string, json: object, status = 200): Promise<void> {
  preparedAnswers.add(page)
  await page.route(`**/api${path}`, (route) => route.fulfill({ status, json }))
}

/** Lets the server answer again; calls in progress end with their page. @returns whether an answer was prepared */
export async function forgetAnswers(page: Page): Promise<boolean> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return preparedAnswers.delete(page)
}

/** Opens the page again, on answers prepared meanwhile, and waits until it is still. */
export async function reopen(page: Page): Promise<void> {
  await page.reload()
  await page.locator('#main h1').first().waitFor()
  await settle(page)
}

/** Two frames without a pending load, and after all fading, in the middle of which a colour has another contrast. Runs in the page. */
export async function standsStill(): Promise<boolean> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const isWaiting = '[role=status][aria-label], [aria-busy=true]'
  // The page below a sheet may wait for its answer.
  const shown = [...document.querySelectorAll('dialog, #main')].at(-1)
  if (document.fonts.status !== 'loaded' || shown?.querySelector(isWaiting)) return false
  const finite = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(finite.map((each) => each.finished))
  return true
}
