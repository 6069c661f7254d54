import { expect, type Page } from 'playwright/test'

/** Records actions of a page that no text may cause. */
export function watch(page: Page, url: string): string[] {
  const done: string[] = []
  page.on('dialog', (dialog) => {
    done.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) done.push(`asked ${request.url()}`)
  })
  return done
}

/** No text of a user has become part of the page's markup. */
export async function expectHarmless(page: Page, path: string, done: readonly string[]): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: Reflect.get(window, 'hostile'),
    hidden: getComputedStyle(document.body).display,
    parts: document.querySelectorAll(
      '[onerror], [onload], [onfocus], a[href^="javascript" i], iframe[src*=evil], form[action*=evil], img[src$="/x"]',
    ).length,
  }))
  expect({ path, ...found, done }).toEqual({
    path,
    ran: undefined,
    hidden: expect.not.stringMatching('none'),
    parts: 0,
    done: [],
  })
}
