import { type BrowserContext, expect, type Page } from 'playwright/test'

const TEN_MINUTES_MS = 10 * 60 * 1000

/** Resolves when the worker has the shell and the device has the markets, so that the network may be cut. */
export async function visitUntilKept(page: Page) {
  await page.goto('/markets')
  await expect(page.getByRole('table').or(page.getByRole('list')).first()).toContainText(/[۰-۹]/)
  // An active worker has every file; it answers for this page once it controls it.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await save(page)
}

/** A browser tells a page that it is left; the page saves then, and otherwise once a minute. */
export async function save(page: Page) {
  const saved = async () => {
    await page.evaluate(() => void dispatchEvent(new Event('pagehide')))
    return page.evaluate(readPersisted, 'public' as const)
  }
  await expect.poll(saved).toContain('market-info')
}

/** The answers that the page stores on the device, those for everybody or those of its user, as text. Runs in the page. */
export function readPersisted(part: 'public' | 'own' = 'public'): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('kimia')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('answers').objectStore('answers').get(part)
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => {
        opening.result.close()
        resolve(String(reading.result))
      }
    }
  })
}

/** Saves until the user's part on the device has all of these texts. */
export async function saveOwn(page: Page, ...texts: readonly string[]) {
  const saved = async () => {
    await page.evaluate(() => void dispatchEvent(new Event('pagehide')))
    const own = await page.evaluate(readPersisted, 'own' as const)
    return texts.filter((text) => !own.includes(text))
  }
  await expect.poll(saved).toEqual([])
}

/** A new tab, as after a restart of the phone, ten minutes later. */
export async function coldStart({ context, path }: { context: BrowserContext; path: string }) {
  const page = await context.newPage()
  await page.clock.install({ time: Date.now() + TEN_MINUTES_MS })
  await page.goto(path)
  return page
}
