import type { Page } from 'playwright/test'
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
  /** From the page to what is meant, such as a sheet. */
  readonly reach?: (visit: Visit) => Promise<void>
}

export const dialog = (page: Page) => page.getByRole('dialog').first()
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

/** Waits until the page stands still: letters and rows are there, and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.waitForFunction(isSettled)
  await page.evaluate(stopAnimations)
}

/** Opens the page once more, on answers that were prepared meanwhile, and waits until it stands still. */
export async function reopen(page: Page): Promise<void> {
  await page.reload()
  await page.locator('#main h1').first().waitFor()
  await settle(page)
}

/** Nothing is waited for any more. Runs in the page. */
function isSettled(): boolean {
  const isWaiting = '[role=status][aria-label], [aria-busy=true]'
  return (
    document.fonts.status === 'loaded' &&
    // What lies behind a sheet may wait for its answer.
    ([...document.querySelectorAll('dialog, #main')].at(-1)?.querySelector(isWaiting) ?? null) === null
  )
}

/** A colour in the middle of fading has another contrast. Runs in the page. */
function stopAnimations(): Promise<unknown> {
  const finite = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
  return Promise.allSettled(finite.map((each) => each.finished))
}
