import { type Browser, expect, type Page, test } from 'playwright/test'
import { wideFigures } from '#tests/builders/wide-figures.ts'
import { findMisfits, lastingMisfits } from './fit.ts'
import { awaitStepBack, type ScreenLanguage, settle, type Who } from './screen.ts'
import { wordsOf } from './screens.ts'
import { startWalkedServer, type WalkedServer } from './walked-server.ts'

const HEIGHT = 800
const STEP_MS_MAX = 60_000
/** Enough to mend the first faults by. */
const REPORTED_PER_LOOK = 6

const BITCOIN = '/profile/trade/TOMAN/BITCOIN'

async function misfitsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: HEIGHT })
  await settle(page)
  const found = await lastingMisfits(page)
  return found.slice(0, REPORTED_PER_LOOK).map((each) => `at ${width} px ${each}`)
}

/** A card of 100 px in which something is wrong. */
const FAULTS: Readonly<Record<string, string>> = {
  'leaves <section': '<section><span style="white-space: nowrap">a text that is too long for it</span></section>',
  'leaves <div': '<section><div style="overflow: auto"><p style="width: 130px">a table</p></div></section>',
  'lies over': '<section><p>one text</p><p style="margin-top: -1lh">another</p></section>',
  'is cut by': '<section><input name="price" style="width: 40px" value="987654321000"></section>',
  'too wide': '<section style="width: 3000px"></section>',
}

test('the check sees each kind of fault, and none where there is none', async ({ page }) => {
  const style = '<style>section { width: 100px; border: 1px solid; } p { margin: 0 }</style>'
  for (const [fault, html] of Object.entries(FAULTS)) {
    await page.setContent(`${style}${html}`)
    expect((await findMisfits(page)).join()).toContain(fault)
  }
  await page.setContent(`${style}<section><p>a text</p><input style="width: 50px" value="1"></section>`)
  expect(await findMisfits(page)).toEqual([])
})

test.describe('with the longest figures there are', () => {
  let server: WalkedServer

  test.beforeAll(async () => {
    test.setTimeout(240_000)
    server = await startWalkedServer({ customer: wideFigures })
  })
  test.afterAll(() => server?.stop())

  for (const language of ['fa', 'en'] as const)
    test(`letters of 21 px fit into the markets of a small phone (${language})`, async ({ browser }) => {
      const page = await openAs(browser, { server, language, who: 'visitor' })
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 21 } })
      await page.setViewportSize({ width: 360, height: HEIGHT })
      await page.goto('/markets')
      await page.locator('#main table').waitFor()
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('21px')
      expect(await misfitsAt(page, 360)).toEqual([])
      await page.context().close()
    })

  test('letters of 21 px fit into the pages of a customer with a small phone', async ({ browser }) => {
    const page = await openAs(browser, { server, language: 'fa', who: 'customer' })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 21 } })
    await page.setViewportSize({ width: 360, height: HEIGHT })
    const { trade } = wordsOf('fa')
    for (const { path, ready } of [
      { path: BITCOIN, ready: '[data-trade-bar]' },
      { path: '/profile/otc', ready: '[name=amount]' },
      { path: '/profile/history', ready: '#main li:first-child > details' },
    ]) {
      await page.goto(path)
      await page.locator(ready).waitFor()
      expect(await misfitsAt(page, 360), path).toEqual([])
    }
    await page.goto(BITCOIN)
    const frames = page.getByRole('radiogroup', { name: trade.chart.resolution })
    expect(await frames.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    const gapBelowBar = () =>
      page.evaluate(() => {
        const bar = document.querySelector('[data-trade-bar]')?.getBoundingClientRect().bottom ?? 0
        const below = document.elementFromPoint(180, bar + 1)?.closest('nav')
        return (below?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) - bar
      })
    // The bars find their places when the letters are there.
    await expect.poll(gapBelowBar).toBeLessThanOrEqual(0)
    await page.getByRole('tab', { name: trade.tabs.book, exact: true }).click()
    await page.getByRole('list', { name: trade.book.sellers }).waitFor()
    expect(await misfitsAt(page, 360)).toEqual([])
    await page.context().close()
  })

  for (const language of ['fa', 'en'] as const)
    test(`a toast covers neither titles nor tables nor bars (${language})`, async ({ browser }) => {
      const page = await openAs(browser, { server, language, who: 'customer' })
      for (const { width, height, path } of [
        { width: 390, height: 844, path: BITCOIN },
        { width: 820, height: 1180, path: '/profile' },
        { width: 1280, height: 800, path: BITCOIN },
        { width: 1920, height: 1080, path: '/profile' },
      ]) {
        await page.setViewportSize({ width, height })
        await page.goto(path)
        await cancelFirstOrder(page, language)
        expect(await coveredByToast(page), `${width} px`).toEqual([])
      }
      await page.context().close()
    })
})

interface Opened {
  readonly server: WalkedServer
  readonly language: ScreenLanguage
  readonly who: Who
}

async function openAs(browser: Browser, { server, language, who }: Opened): Promise<Page> {
  const { url: baseURL } = server
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', serviceWorkers: 'block' })
  await context.addInitScript((stored) => localStorage.setItem('language', stored), language === 'fa' ? 'Ir' : 'En')
  await server.comeAs(context, who)
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_MS_MAX)
  return page
}

async function cancelFirstOrder(page: Page, language: ScreenLanguage): Promise<void> {
  const { trade } = wordsOf(language)
  await page.locator('td button, #main li button', { hasText: trade.orders.cancel }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: trade.cancel.yes, exact: true }).click()
  // As long as it is there, toasts stand in it.
  await sheet.waitFor({ state: 'hidden' })
  await awaitStepBack(page)
  await page.getByRole('status').getByText(trade.cancel.done).waitFor()
}

/**
 * What a toast lies over: titles, bars and buttons that stay, and on a desktop any card. On a phone it lies on the header, and on nothing of the page: neither
 * where somebody has just pressed a button of a row, nor at the beginning of the page.
 */
function coveredByToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('[role=status] > div')?.getBoundingClientRect()
    if (!toast || toast.width < 200) throw new Error('there is no toast')
    const covered = (selector: string) =>
      [...document.querySelectorAll(selector)].flatMap((each) => {
        const { left, right, top, bottom, width } = each.getBoundingClientRect()
        const apart = left >= toast.right || right <= toast.left || top >= toast.bottom || bottom <= toast.top
        return apart || width <= 1 ? [] : [`<${each.localName}> ${each.textContent?.slice(0, 30)}`]
      })
    const always = 'main nav a, h1, h2, [data-trade-bar]'
    const [phone, desktop] = [768, 1024]
    if (innerWidth >= phone)
      return covered(`${always}, header, nav a, nav button${innerWidth >= desktop ? ', #main section' : ''}`)
    const inRows = covered(`${always}, #main li button`)
    scrollTo(0, 0)
    return [...inRows, ...covered('#main section')]
  })
}
