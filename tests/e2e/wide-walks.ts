import { type Browser, expect, type Page } from 'playwright/test'
import { lastingMisfits } from './fit.ts'
import { awaitStepBack, type ScreenLanguage, STORED_LANGUAGES, type Who } from './screen.ts'
import { wordsOf } from './screens.ts'
import type { WalkedServer } from './walked-server.ts'

const STEP_MS_MAX = 60_000
/** Enough to correct the first faults. */
const REPORTED_PER_LOOK = 6

const BITCOIN = '/profile/trade/TOMAN/BITCOIN'
/** A small phone with enlarged letters, one with letters of twice their size, and one that lies on its side. */
const LOOKS = [
  { width: 360, height: 800, letters: 21 },
  { width: 390, height: 844, letters: 32 },
  { width: 844, height: 390, letters: 16 },
] as const

/** A further walk, on the server of the walk of all screens. */
export interface WideWalk {
  readonly browser: Browser
  readonly server: WalkedServer
  readonly language: ScreenLanguage
}

async function openAs({ browser, server, language }: WideWalk, who: Who): Promise<Page> {
  const { url: baseURL } = server
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', serviceWorkers: 'block' })
  await context.addInitScript((stored) => localStorage.setItem('language', stored), STORED_LANGUAGES[language])
  await server.comeAs(context, who)
  const page = await context.newPage()
  page.setDefaultTimeout(STEP_MS_MAX)
  return page
}

const UPRIGHT = { width: 390, height: 844 }

/** The misfits of the page in each of the looks. */
async function misfits(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const found: string[] = []
  for (const { letters, ...viewport } of LOOKS) {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: letters } })
    await page.setViewportSize(viewport)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${letters}px`)
    const some = (await lastingMisfits(page)).slice(0, REPORTED_PER_LOOK)
    found.push(...some.map((each) => `${viewport.width} px with letters of ${letters} px: ${each}`))
  }
  // On its side a phone has another layout, without the button of the chart.
  await page.setViewportSize(UPRIGHT)
  await devtools.detach()
  return found
}

/** Checks that the markets fit into each of the looks. */
export async function checkMarketLooks(walk: WideWalk): Promise<void> {
  const page = await openAs(walk, 'visitor')
  await page.goto('/markets')
  await page.locator('#main table').waitFor()
  expect(await misfits(page)).toEqual([])
  await page.context().close()
}

/** Checks that the pages on which a customer trades, and the question before an order, fit into each of the looks. */
export async function checkTradingLooks(walk: WideWalk): Promise<void> {
  const page = await openAs(walk, 'customer')
  const { trade } = wordsOf(walk.language)
  await page.setViewportSize(UPRIGHT)
  for (const { path, ready } of [
    { path: '/profile/otc', ready: '[name=amount]' },
    { path: '/profile/wallet', ready: '#main dl' },
    { path: '/profile/history', ready: '#main li:first-child > details' },
    { path: BITCOIN, ready: '[name=unitPrice]' },
  ]) {
    await page.goto(path)
    await page.locator(ready).first().waitFor()
    expect(await misfits(page), path).toEqual([])
  }
  await page.getByRole('list', { name: trade.book.sellers }).waitFor()
  await page.getByRole('button', { name: trade.tabs.chart, exact: true }).click()
  await page.getByRole('radiogroup', { name: trade.chart.resolution }).waitFor()
  expect(await misfits(page), 'the chart').toEqual([])
  await page.locator('[name=unitPrice]').fill('765432109000')
  await page.locator('[name=amount]').fill('0.00012345')
  await page.locator('form button[type=submit]:enabled').last().click()
  await page.getByRole('dialog').getByText(trade.confirm.yes.BUY, { exact: true }).waitFor()
  // The average buy price comes after the rest.
  await page.waitForLoadState('networkidle')
  expect(await misfits(page), 'the question').toEqual([])
  await page.context().close()
}

/** Checks that a toast covers neither titles nor tables nor bars. Each toast comes from a cancelled order of the customer. */
export async function checkToasts(walk: WideWalk): Promise<void> {
  const page = await openAs(walk, 'customer')
  for (const { width, height, path } of [
    { width: 390, height: 844, path: BITCOIN },
    { width: 820, height: 1180, path: '/profile' },
    { width: 1280, height: 800, path: BITCOIN },
    { width: 1920, height: 1080, path: '/profile' },
  ]) {
    await page.setViewportSize({ width, height })
    await page.goto(path)
    await cancelFirstOrder(page, walk.language)
    expect(await coveredByToast(page), `${width} px`).toEqual([])
  }
  await page.context().close()
}

async function cancelFirstOrder(page: Page, language: ScreenLanguage): Promise<void> {
  const { trade } = wordsOf(language)
  await page.locator('td button, #main li button', { hasText: trade.orders.cancel }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: trade.cancel.yes, exact: true }).click()
  // Toasts are inside the sheet while it is open.
  await sheet.waitFor({ state: 'hidden' })
  await awaitStepBack(page)
  await page.getByRole('status').getByText(trade.cancel.done).waitFor()
}

/**
 * The elements that a toast covers: titles, bars and buttons that stay, and on a desktop any card. On a phone it covers the header and no part
 * of the page: neither a button of an order's row, one of which was just pressed, nor the beginning of the page. Rows of the book, which have a
 * title, may have been scrolled below the header.
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
    const always = 'main nav a, h1, h2'
    const [phone, desktop] = [768, 1024]
    // Without a side bar the toast stands in the empty middle of the header.
    const header = document.querySelector('[data-side-bar]') ? 'header' : 'header a, header button'
    if (innerWidth >= phone)
      return covered(`${always}, ${header}, nav a, nav button${innerWidth >= desktop ? ', #main section' : ''}`)
    const inRows = covered(`${always}, #main li button:not([title])`)
    scrollTo(0, 0)
    return [...inRows, ...covered('#main section')]
  })
}
